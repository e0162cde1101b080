import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** The advisory lock under which one process migrates while the others wait. */
const MIGRATION_LOCK = 7_236_041;

/**
 * Applies the pending migrations of `prisma/migrations` in order, recorded as `prisma migrate deploy` records them,
 * so that either may be used on one database. The program does it itself because Prisma's migration engine is a
 * download that a fresh machine may not reach. Throws when an applied migration was changed afterwards.
 */
export async function applyMigrations(databaseUrl: string, folder = migrationsFolder()): Promise<readonly string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    // The log of the database keeps their order, and what a crash takes away is applied again: no commit need wait for the disk.
    await client.query('SET synchronous_commit TO off');
    await client.query(`CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
      "id" VARCHAR(36) PRIMARY KEY, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
      "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
      "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`);
    const checksums = await appliedChecksums(client);
    const done: string[] = [];
    for (const { name, sql, checksum } of readMigrations(folder)) {
      const known = checksums.get(name);
      if (known === checksum) continue;
      if (known !== undefined) throw new Error(`migration ${name} was changed after it had been applied`);
      await applyOne(client, { name, sql, checksum });
      done.push(name);
    }
    return done;
  } finally {
    await client.end();
  }
}

export interface WaitOptions {
  /** Ends the waiting: the promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called with the reason while waiting. */
  readonly waiting: (reason: string) => void;
  readonly folder?: string;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3000;

/** Resolves when the database can be reached, however long it takes to come up. */
export async function awaitDatabase(databaseUrl: string, options: WaitOptions): Promise<void> {
  await retried(options, () => connected(databaseUrl, async () => undefined));
}

/** Resolves when another process has applied every migration that this program knows. */
export async function awaitMigrations(databaseUrl: string, options: WaitOptions): Promise<void> {
  const wanted = readMigrations(options.folder ?? migrationsFolder());
  await retried(options, async () => {
    const applied = await connected(databaseUrl, appliedChecksums);
    const pending = wanted.filter(({ name, checksum }) => applied.get(name) !== checksum);
    return pending.length === 0 ? undefined : `${pending.map(({ name }) => name).join(', ')} not applied yet`;
  });
}

/** Asks again, at growing intervals, until there is nothing to wait for. */
async function retried(options: WaitOptions, reasonToWait: () => Promise<string | undefined>): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    options.signal.throwIfAborted();
    const reason = await reasonToWait().catch((error: unknown) => String((error as Error).message || error));
    if (reason === undefined) return;
    options.waiting(reason);
    await pause(pauseMs, undefined, { signal: options.signal });
  }
}

async function connected<T>(databaseUrl: string, ask: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

async function appliedChecksums(client: Client): Promise<Map<string, string>> {
  const applied = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT "migration_name", "checksum" FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL',
  );
  return new Map(applied.rows.map((row) => [row.migration_name, row.checksum]));
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

async function applyOne(client: Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** `prisma/migrations` of the project, found from sources as well as from the build. */
function migrationsFolder(): string {
  for (let folder = __dirname; ; folder = join(folder, '..')) {
    const candidate = join(folder, 'prisma', 'migrations');
    if (existsSync(candidate)) return candidate;
    if (folder === join(folder, '..')) throw new Error('the folder prisma/migrations was not found');
  }
}
