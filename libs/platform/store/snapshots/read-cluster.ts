import type { Client } from 'pg';
import type { SnapshotRecord, SnapshotRecordOf } from '@orrery/snapshots';
import type { Database } from '../server/database';
import { connected } from './own-connection';

/** Changes of one round trip. */
const PORTION = 500;

/** Sections to read of a cluster. */
export interface ReadSections {
  /** The revisions of its objects in the order in which they are wanted; as they were written if undefined. */
  readonly order?: readonly number[] | undefined;
  /** True if the log is wanted, too. */
  readonly history: boolean;
}

/** Section of a cluster's own row. */
export type ClusterSection = Omit<SnapshotRecordOf<'cluster'>, 'trusted'>;

interface ChangeRow {
  readonly revision: string;
  readonly operation: number;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly body: string;
  readonly at: string;
  readonly previous: string | null;
  readonly writer: string;
  readonly client: string | null;
  readonly reason: string | null;
  readonly uid?: string;
}

const COLUMNS = `c.revision, c.operation, c.resource, c.namespace, c.name, c.body, c.at, c.previous, c.writer, c.client, c.reason`;

/**
 * The change `c` of a revision `r`, looked up one by one regardless of the planner's statistics: on new tables, without
 * any, it would compare each of a thousand revisions with all changes of the cluster.
 */
const CHANGE_OF_REVISION = `
  CROSS JOIN LATERAL (
    SELECT q.log FROM log_part q WHERE q.cluster = $1 AND r.revision > q.after AND r.revision <= q.up_to OFFSET 0
  ) l
  CROSS JOIN LATERAL (SELECT x.* FROM change x WHERE x.log = l.log AND x.revision = r.revision OFFSET 0) c`;

/**
 * A cluster as the database has it at one instant, however long it takes to read it; to be closed.
 */
export class ClusterReading {
  private constructor(
    private readonly connection: Client,
    private readonly id: string,
    readonly cluster: ClusterSection,
  ) {}

  /** Begins a reading; undefined if the cluster does not exist. */
  static async begin(database: Database, id: string): Promise<ClusterReading | undefined> {
    const connection = await connected(database);
    try {
      await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { rows } = await connection.query<ClusterRow>('SELECT * FROM cluster WHERE id = $1', [id]);
      if (rows[0]) return new ClusterReading(connection, id, clusterSection(rows[0]));
    } catch (error) {
      await connection.end().catch(() => undefined);
      throw error;
    }
    await connection.end();
    return undefined;
  }

  async close(): Promise<void> {
    await this.connection.end().catch(() => undefined);
  }

  /** Yields everything else but the states of components. */
  async *records({ order, history }: ReadSections): AsyncIterable<SnapshotRecord> {
    const { id } = this;
    const revisions = order ?? (await this.revisions());
    for (let start = 0; start < revisions.length; start += PORTION) {
      const { rows } = await this.connection.query<ChangeRow>(
        `SELECT ${COLUMNS}, o.uid FROM unnest($2::BIGINT[]) WITH ORDINALITY r(revision, number)
         ${CHANGE_OF_REVISION}
         CROSS JOIN LATERAL (
           SELECT y.uid FROM object y
           WHERE y.cluster = $1 AND y.resource = c.resource AND y.namespace = c.namespace AND y.name = c.name OFFSET 0
         ) o
         ORDER BY r.number`,
        [id, revisions.slice(start, start + PORTION)],
      );
      yield* rows.map(toChange);
    }
    if (history) yield* this.history(new Set(revisions));
    yield* this.besideTheLog();
    yield* this.incidents(history);
  }

  /** Returns the incidents; without the log only those that still hold. */
  private async *incidents(history: boolean): AsyncIterable<SnapshotRecord> {
    const { rows } = await this.connection.query<IncidentRow>(
      `SELECT i.number, i.topic, i.subject, i.value, i.revision, i.at, i.writer, i.client FROM incident i
       WHERE i.cluster = $1 AND ($2 OR (i.value IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM incident x
         WHERE x.cluster = $1 AND x.topic = i.topic AND x.subject = i.subject AND x.number > i.number
       )))
       ORDER BY i.number`,
      [this.id, history],
    );
    for (const { number, topic, subject, value, revision, at, writer, client } of rows) {
      const record = { type: 'incident', number: Number(number), topic, subject, revision: Number(revision) } as const;
      const optional = { ...(value === null ? {} : { value }), ...(client === null ? {} : { client }) };
      yield { ...record, atMs: Number(at), writer, ...optional };
    }
  }

  private async revisions(): Promise<number[]> {
    const { rows } = await this.connection.query<{ revision: string }>(
      'SELECT revision FROM object WHERE cluster = $1 ORDER BY revision',
      [this.id],
    );
    return rows.map(({ revision }) => Number(revision));
  }

  /** Yields the changes of the log besides those that hold current objects, and the versions that they replaced. */
  private async *history(given: Set<number>): AsyncIterable<SnapshotRecord> {
    const { compacted, revision: head } = this.cluster;
    for (let after = compacted; after < head; after += PORTION) {
      const { rows } = await this.connection.query<ChangeRow>(
        `SELECT ${COLUMNS} FROM cluster_change c
         WHERE c.cluster = $1 AND c.revision > $2 AND c.revision <= $3 ORDER BY c.revision`,
        [this.id, after, Math.min(head, after + PORTION)],
      );
      const replaced = rows.flatMap(({ previous }) =>
        previous !== null && Number(previous) <= compacted && !given.has(Number(previous)) ? [Number(previous)] : [],
      );
      yield* (await this.versions(replaced)).map(toChange);
      yield* rows.filter(({ revision }) => !given.has(Number(revision))).map(toChange);
      for (const revision of replaced) given.add(revision);
    }
  }

  private async versions(revisions: readonly number[]): Promise<ChangeRow[]> {
    if (revisions.length === 0) return [];
    const { rows } = await this.connection.query<ChangeRow>(
      `SELECT ${COLUMNS} FROM unnest($2::BIGINT[]) r(revision) ${CHANGE_OF_REVISION} ORDER BY c.revision`,
      [this.id, revisions],
    );
    return rows;
  }

  private async *besideTheLog(): AsyncIterable<SnapshotRecord> {
    const ask = async <Row extends object>(text: string): Promise<Row[]> =>
      (await this.connection.query<Row>(text, [this.id])).rows;
    for (const { node, renewed_at: at } of await ask<{ node: string; renewed_at: string }>(
      'SELECT node, renewed_at FROM heartbeat WHERE cluster = $1 ORDER BY node',
    )) {
      yield { type: 'heartbeat', node, atMs: Number(at) };
    }
    for (const { node, kind, since, until, amount } of await ask<FaultRow>(
      'SELECT node, kind, since, until, amount FROM node_fault WHERE cluster = $1 ORDER BY node, kind',
    )) {
      const untilMs = until === null ? {} : { untilMs: Number(until) };
      yield { type: 'fault', node, kind, sinceMs: Number(since), ...untilMs, ...(amount === null ? {} : { amount }) };
    }
    for (const { last, count, body, revision } of await ask<DecisionsRow>(
      'SELECT last, count, body, revision FROM decision WHERE cluster = $1 ORDER BY last',
    )) {
      yield { type: 'decisions', last: Number(last), count, body, revision: Number(revision) };
    }
    for (const { number, pod_uid: podUid, body } of await ask<{ number: string; pod_uid: string | null; body: string }>(
      'SELECT number, pod_uid, body FROM descheduling_run WHERE cluster = $1 ORDER BY number',
    )) {
      yield { type: 'descheduling-run', number: Number(number), ...(podUid === null ? {} : { podUid }), body };
    }
    for (const { due_ms: due } of await ask<{ due_ms: string }>(
      'SELECT due_ms FROM descheduling_due WHERE cluster = $1',
    )) {
      yield { type: 'descheduling-due', atMs: Number(due) };
    }
    for (const { component, body } of await ask<{ component: string; body: string }>(
      'SELECT component, body FROM component_view WHERE cluster = $1 ORDER BY component',
    )) {
      yield { type: 'view', component, body };
    }
  }
}

interface FaultRow {
  readonly node: string;
  readonly kind: string;
  readonly since: string;
  readonly until: string | null;
  readonly amount: number | null;
}

interface DecisionsRow {
  readonly last: string;
  readonly count: number;
  readonly body: string;
  readonly revision: string;
}

interface IncidentRow {
  readonly number: string;
  readonly topic: string;
  readonly subject: string;
  readonly value: string | null;
  readonly revision: string;
  readonly at: string;
  readonly writer: string;
  readonly client: string | null;
}

interface ClusterRow {
  readonly revision: string;
  readonly compacted: string;
  readonly rewound: string;
  readonly seed: string;
  readonly identity: string;
  readonly settings: ClusterSection['settings'];
  readonly clock_mode: ClusterSection['clock']['mode'];
  readonly clock_rate: number;
  readonly clock_anchor: string;
  readonly clock_floor: string;
  readonly signing_key: string;
  readonly authorities: ClusterSection['authorities'];
  readonly first_nodes: ClusterSection['firstNodes'] | null;
}

function clusterSection(row: ClusterRow): ClusterSection {
  return {
    type: 'cluster',
    revision: Number(row.revision),
    compacted: Number(row.compacted),
    rewound: Number(row.rewound),
    seed: row.seed,
    identity: row.identity,
    settings: row.settings,
    clock: { mode: row.clock_mode, rate: row.clock_rate, atMs: Number(row.clock_anchor) },
    clockFloorMs: Number(row.clock_floor),
    signingKey: row.signing_key,
    authorities: row.authorities,
    ...(row.first_nodes ? { firstNodes: row.first_nodes } : {}),
  };
}

function toChange(row: ChangeRow): SnapshotRecordOf<'change'> {
  return {
    type: 'change',
    revision: Number(row.revision),
    operation: row.operation,
    resource: row.resource,
    namespace: row.namespace,
    name: row.name,
    ...(row.uid === undefined ? {} : { uid: row.uid }),
    atMs: Number(row.at),
    ...(row.previous === null ? {} : { previous: Number(row.previous) }),
    writer: row.writer,
    ...(row.client === null ? {} : { client: row.client }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    body: row.body,
  };
}
