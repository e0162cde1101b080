import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { createDatabase } from '@orrery/test-services';
import { CompactedError, loadCache, readChanges } from './change-log';
import { readLogExtent, revisionAt } from './kept-log';
import { deleteCluster, insertCluster } from '../records/clusters';
import { openDatabase, type Database } from '../server/database';
import { LogMaintenance } from './log-maintenance';
import { applyMigrations } from '../server/migrations';
import { Operation, RowOutcome, writeBatch, type RowWrite } from '../commit/write-batch';

const CLUSTER = 'change-log';
const MIGRATIONS = resolve(__dirname, '../../../../prisma/migrations');
let database: Database;
let maintenance: LogMaintenance;

beforeEach(async () => {
  database = openDatabase(process.env['ORRERY_TEST_DATABASE_URL']!);
  const clock = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
  await insertCluster(database, { id: CLUSTER, seed: 's', settings: {}, clock });
  maintenance = new LogMaintenance(database.url, CLUSTER);
});
afterEach(async () => {
  await deleteCluster(database, CLUSTER);
  await database.close();
});

test('a machine with much to do may take its time with a connection', async () => {
  const slow = openDatabase(process.env['ORRERY_TEST_DATABASE_URL']!, { poolSize: 1 });
  const onlyConnection = await slow.pool.connect();
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  try {
    const loading = loadCache(slow, CLUSTER);
    await new Promise((resolve) => setImmediate(resolve));
    await jest.advanceTimersByTimeAsync(30_000);
    onlyConnection.release();
    expect((await loading)!.revision).toBe(0);
  } finally {
    jest.useRealTimers();
    await slow.close();
  }
});

/** Writes a new version of a config map; its value tells versions apart. */
async function write(operation: Operation, name: string, value: string): Promise<void> {
  const metadata = { name, namespace: 'default', uid: `uid of ${name}`, resourceVersion: '' };
  const row: RowWrite = {
    operation,
    key: { resource: 'configmaps', namespace: 'default', name },
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata, value } as never,
    expectedRevision: -1,
  };
  const [result] = await writeBatch(database, [row], { cluster: CLUSTER, nowMs: 0 });
  expect(result!.outcome).toBe(RowOutcome.Written);
}

/** Returns the state that a process finds at its start, by name: revision and value. */
async function state(of: Database = database): Promise<Record<string, string>> {
  const cache = (await loadCache(of, CLUSTER))!;
  const objects = cache.list('configmaps') as unknown as { metadata: Record<string, string>; value: string }[];
  return Object.fromEntries(
    objects.map(({ metadata, value }) => [metadata['name']!, `${metadata['resourceVersion']} ${value}`]),
  );
}

const logOf = async (): Promise<bigint> =>
  (await database.prisma.cluster.findUniqueOrThrow({ where: { id: CLUSTER } })).log;

const revisions = async (): Promise<number[]> => {
  const rows = await database.prisma.change.findMany({ where: { log: await logOf() }, orderBy: { revision: 'asc' } });
  return rows.map(({ revision }) => Number(revision));
};

describe('compacting', () => {
  beforeEach(async () => {
    await write(Operation.Create, 'old', 'first'); // 1
    await write(Operation.Create, 'changed', 'first'); // 2
    await write(Operation.Create, 'gone', 'first'); // 3
    await write(Operation.Update, 'changed', 'second'); // 4
    await write(Operation.Delete, 'gone', 'last'); // 5
    await write(Operation.Create, 'new', 'first'); // 6
  });

  it('spares what objects were then, and nothing else', async () => {
    await maintenance.shorten(5);
    expect(await revisions()).toEqual([1, 4, 6]);
    expect(await state()).toEqual({ old: '1 first', changed: '4 second', new: '6 first' });
  });

  it('removes later what was spared, once the beginning of the log is after what replaced it', async () => {
    await maintenance.shorten(5);
    await write(Operation.Update, 'old', 'second'); // 7
    await write(Operation.Delete, 'changed', 'last'); // 8
    await maintenance.shorten(7);
    // At revision 7 this one was still as it was made by 4.
    expect(await revisions()).toEqual([4, 6, 7, 8]);
    expect(await state()).toEqual({ old: '7 second', new: '6 first' });
    await maintenance.shorten(8);
    expect(await revisions()).toEqual([6, 7]);
  });

  it('knows what is left, and what it weighs', async () => {
    const weigh = async (): Promise<object> => {
      const rows = await database.prisma.change.findMany({ where: { log: await logOf() } });
      return { changes: rows.length, bytes: rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0) };
    };
    expect(await readLogExtent(database, CLUSTER)).toEqual({ compacted: 0, head: 6, sinceMs: 0, ...(await weigh()) });
    await maintenance.shorten(5);
    expect(await readLogExtent(database, CLUSTER)).toEqual({ compacted: 5, head: 6, sinceMs: 0, ...(await weigh()) });
    expect(await readLogExtent(database, 'no-such-cluster')).toBeUndefined();
  });

  it.each([0, 1, 3, 4])('tells a reader at revision %i that it must list again', async (revision) => {
    await maintenance.shorten(5);
    const error = await readChanges(database, CLUSTER, revision).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CompactedError);
    expect((error as CompactedError).compactedRevision).toBe(5);
  });

  it('leaves the log as it was for a reader that has seen that much', async () => {
    await maintenance.shorten(5);
    expect((await readChanges(database, CLUSTER, 5)).map(({ revision }) => revision)).toEqual([6]);
    expect(await readChanges(database, CLUSTER, 6)).toEqual([]);
  });
});

describe('what a change keeps', () => {
  const at = (nowMs: number, name: string, origin?: RowWrite['origin']): Promise<unknown> => {
    const metadata = { name, namespace: 'default', uid: name, resourceVersion: '' };
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata } as never;
    const key = { resource: 'configmaps', namespace: 'default', name };
    return writeBatch(database, [{ operation: Operation.Create, key, object, expectedRevision: -1, origin }], {
      cluster: CLUSTER,
      nowMs,
    });
  };

  it('is who made it, and why; a name that the database does not take costs nothing but itself', async () => {
    await at(1, 'a', { writer: 'jane', client: 'kub\u0000ectl' });
    await at(1, 'b', { writer: 'scheduler', reason: 'a "decision"' });
    await at(1, 'c');
    const rows = await database.prisma.change.findMany({ where: { log: await logOf() }, orderBy: { revision: 'asc' } });
    expect(rows.map(({ writer, client, reason }) => [writer, client, reason])).toEqual([
      ['jane', 'kubectl', null],
      ['scheduler', null, 'a "decision"'],
      ['', null, null],
    ]);
  });

  it('is its cluster time, by which it is found again', async () => {
    // The clock of the second writer is behind.
    for (const [i, nowMs] of [1000, 900, 1000, 3000, 5000].entries()) await at(nowMs, `map-${i}`);
    const found = [0, 999, 1000, 2999, 3000, 4999, 5000, 9000].map((ms) => revisionAt(database, CLUSTER, ms));
    expect(await Promise.all(found)).toEqual([0, 0, 3, 3, 4, 4, 5, 5]);
    await maintenance.shorten(3);
    // The beginning of what is kept has no time of its own.
    expect(await Promise.all([1000, 2999, 3000].map((ms) => revisionAt(database, CLUSTER, ms)))).toEqual([0, 0, 4]);
    expect(await revisionAt(database, 'no-such-cluster', 1)).toBe(0);
  });
});

it('takes over a database in which objects had bodies of their own', async () => {
  const fresh = await createDatabase();
  const before = mkdtempSync(join(tmpdir(), 'orrery-migrations-'));
  for (const name of readdirSync(MIGRATIONS).filter((each) => each < '20261122100000')) {
    cpSync(join(MIGRATIONS, name), join(before, name), { recursive: true });
  }
  const client = new Client({ connectionString: fresh.url });
  const taken = openDatabase(fresh.url);
  try {
    await applyMigrations(fresh.url, before);
    await client.connect();
    const body = (name: string): string =>
      `{"kind":"ConfigMap","metadata":{"name":"${name}","namespace":"default"},"value":"kept"}`;
    await client.query(`INSERT INTO cluster (id, revision, compacted, seed, clock_mode, clock_anchor, clock_anchor_real)
      VALUES ('${CLUSTER}', 9, 8, 's', 'manual', 0, 0)`);
    // One whose change is still in the log, one whose change was compacted away.
    await client.query(`INSERT INTO object (cluster, resource, namespace, name, uid, revision, body) VALUES
      ('${CLUSTER}', 'configmaps', 'default', 'recent', 'u1', 9, '${body('recent')}'),
      ('${CLUSTER}', 'configmaps', 'default', 'old', 'u2', 3, '${body('old')}')`);
    await client.query(`INSERT INTO change (cluster, revision, operation, resource, namespace, name, body) VALUES
      ('${CLUSTER}', 9, 0, 'configmaps', 'default', 'recent', '${body('recent')}')`);
    await applyMigrations(fresh.url, MIGRATIONS);
    expect(await state(taken)).toEqual({ recent: '9 kept', old: '3 kept' });
    // Changes of before did not keep what they replaced: the log begins again here.
    await expect(readChanges(taken, CLUSTER, 8)).rejects.toBeInstanceOf(CompactedError);
    const bytes = Buffer.byteLength(body('recent')) + Buffer.byteLength(body('old'));
    expect(await readLogExtent(taken, CLUSTER)).toMatchObject({ compacted: 9, changes: 2, bytes });
  } finally {
    await client.end();
    await taken.close();
    await fresh.drop();
    rmSync(before, { recursive: true });
  }
});
