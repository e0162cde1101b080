import { setTimeout as pause } from 'node:timers/promises';
import { Client, type QueryConfig } from 'pg';

/** Maximum number of changes that one statement examines: some tens of milliseconds of the database. */
const PORTION_ROWS = 2000;
/** Pause between two portions, in which the database belongs to the writers, in ms. */
const PAUSE_MS = 10;
/** Timeout of a statement of the maintenance, and of its wait for a lock, in ms. */
const STATEMENT_TIMEOUT_MS = 5000;
const LOCK_TIMEOUT_MS = 1000;
/** Timeout of the copy of changes that forks read, in ms. */
const LONGEST_STATEMENT_MS = 120_000;

/** Result of a round of the maintenance. */
export interface ShorteningResult {
  /** False: another process is at it, and nothing was done. */
  readonly isDone: boolean;
  /** Changes deleted. */
  readonly deleted: number;
}

export interface ShorteningOptions {
  /** Ends the round between two portions. */
  readonly signal?: AbortSignal;
  readonly portionRows?: number;
}

/**
 * Shortens the log of one cluster: removes changes up to a revision, but for those that hold the version of an object
 * at that revision: later moments start from there, and need the versions that have not changed since. It takes a
 * portion at a time, on a connection of its own with a time limit for each statement, and no lock that a writer waits
 * for. An advisory lock keeps it to one process at a time.
 */
export class LogMaintenance {
  /** Revision up to which every change was examined once, as far as this process knows. */
  private examined = 0;

  constructor(
    private readonly url: string,
    private readonly cluster: string,
  ) {}

  /** Runs one round. Readers that still need a change up to `revision` list again. Throws the errors of the database. */
  async shorten(revision: number, options: ShorteningOptions = {}): Promise<ShorteningResult> {
    const client = new Client({
      connectionString: this.url,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      // For a server that answers nothing at all, its own limits included.
      query_timeout: 2 * STATEMENT_TIMEOUT_MS,
      connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
      application_name: 'orrery log maintenance',
    });
    // The statement under way fails with the connection; the event has nothing to add.
    client.on('error', () => undefined);
    await client.connect();
    try {
      if (!(await this.lock(client))) return { isDone: false, deleted: 0 };
      await this.mark(client, revision);
      await this.separate(client, revision);
      return { isDone: true, deleted: await this.sweep(client, revision, options) };
    } finally {
      // The lock goes with the connection.
      await client.end().catch(() => undefined);
    }
  }

  private async lock(client: Client): Promise<boolean> {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
      [`log ${this.cluster}`],
    );
    return rows[0]!.taken;
  }

  /** Marks the log as shortened, first: readers of a log with gaps must know it. Old incidents are few, and removed at once. */
  private async mark(client: Client, revision: number): Promise<void> {
    await client.query('UPDATE cluster SET compacted = $2 WHERE id = $1 AND compacted < $2', [this.cluster, revision]);
    await client.query('SELECT orrery_shorten_incidents($1, $2)', [this.cluster, revision]);
  }

  /**
   * Gives clusters that use the changes to be removed their own copy: forks of this cluster, and this one itself for
   * those of its origin.
   */
  private async separate(client: Client, revision: number): Promise<void> {
    const { rows } = await client.query<{ cluster: string }>(
      `SELECT DISTINCT p.cluster FROM cluster k JOIN log_part p ON p.log = k.log AND p.cluster <> k.id AND p.up_to < $2
       WHERE k.id = $1
       UNION
       SELECT p.cluster FROM cluster k JOIN log_part p ON p.cluster = k.id AND p.log <> k.log AND p.up_to < $2
       WHERE k.id = $1`,
      [this.cluster, revision],
    );
    if (rows.length === 0) return;
    await client.query(`SET statement_timeout = ${LONGEST_STATEMENT_MS}`);
    for (const { cluster } of rows) {
      const text = 'SELECT orrery_move_out($1)';
      await client.query({ text, values: [cluster], query_timeout: LONGEST_STATEMENT_MS } as QueryConfig);
    }
    await client.query(`SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
  }

  private async sweep(client: Client, revision: number, options: ShorteningOptions): Promise<number> {
    const { reached, deleted } = await this.range(client, { after: this.examined, to: revision }, options);
    this.examined = Math.max(this.examined, reached);
    return deleted;
  }

  /** Examines the changes of a range in portions, oldest first. */
  private async range(
    client: Client,
    { after, to }: { readonly after: number; readonly to: number },
    { signal, portionRows = PORTION_ROWS }: ShorteningOptions,
  ): Promise<{ reached: number; deleted: number; isAtEnd: boolean }> {
    const done = { reached: after, deleted: 0, isAtEnd: after >= to };
    while (!done.isAtEnd && !signal?.aborted) {
      const { rows } = await client.query<{ reached: string | null; examined: number; deleted: number }>(
        'SELECT reached, judged AS examined, deleted FROM orrery_shorten_log($1, $2, $3, $4)',
        [this.cluster, done.reached, to, portionRows],
      );
      const { reached, examined, deleted } = rows[0]!;
      done.deleted += deleted;
      done.isAtEnd = examined < portionRows;
      done.reached = done.isAtEnd ? to : Number(reached);
      if (!done.isAtEnd) await pause(PAUSE_MS);
    }
    return done;
  }
}
