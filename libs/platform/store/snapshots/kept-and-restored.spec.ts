import { Client } from 'pg';
import { SNAPSHOT_VERSION, type SnapshotRecord, type SnapshotRecordOf } from '@orrery/snapshots';
import { loadCache } from '../log/change-log';
import { deleteCluster, insertCluster, readCluster } from '../records/clusters';
import { openDatabase, type Database } from '../server/database';
import { Operation, writeBatch, type RowWrite } from '../commit/write-batch';
import { deleteSnapshot, findSnapshot, keepSnapshot, listSnapshots, snapshotFile } from './kept-snapshots';
import { ClusterReading } from './read-cluster';
import { writeRestored } from './write-cluster';

const ORIGIN = 'snapshot-origin';
const COPY = 'snapshot-copy';
/** Number of objects above that of one statement. */
const MANY = 1200;
/** Its connections are killed. */
const PROGRAM = 'kept-and-restored';
let database: Database;

const write = (name: string, operation: Operation = Operation.Create): RowWrite => ({
  operation,
  key: { resource: 'configmaps', namespace: 'ns', name },
  object: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'ns', uid: `uid of ${name}`, resourceVersion: '', creationTimestamp: '' },
  },
  expectedRevision: -1,
});

beforeAll(async () => {
  database = openDatabase(`${process.env['ORRERY_TEST_DATABASE_URL']!}?application_name=${PROGRAM}`);
  const clock = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
  const authority = { certificate: 'c', privateKey: 'k' };
  const authorities = { clients: authority, frontProxy: authority };
  await insertCluster(database, { id: ORIGIN, seed: 's', settings: { bundle: 'modern' }, clock, authorities });
  const options = { cluster: ORIGIN, nowMs: 1000 };
  const names = Array.from({ length: MANY }, (_, i) => `object-${i}`);
  await writeBatch(
    database,
    names.map((name) => write(name)),
    options,
  );
  await writeBatch(
    database,
    names.slice(0, 10).map((name) => write(name, Operation.Update)),
    options,
  );
  await writeBatch(database, [write('object-20', Operation.Delete)], options);
  const { pool } = database;
  await pool.query(`INSERT INTO heartbeat VALUES ($1, 'n', 5)`, [ORIGIN]);
  await pool.query(`INSERT INTO node_fault VALUES ($1, 'n', 'slow', 6, NULL, 2.5)`, [ORIGIN]);
  await pool.query(`INSERT INTO decision VALUES ($1, 2, 2, E'{}\\n{}', 4)`, [ORIGIN]);
  await pool.query(
    `INSERT INTO incident VALUES ($1, 1, 'fault', 'n/slow', '{"sinceMs":6}', 3, 6, 'admin', 'kubectl')`,
    [ORIGIN],
  );
  await pool.query(`INSERT INTO descheduling_run VALUES ($1, 900000, 'pod', '{}')`, [ORIGIN]);
  await pool.query(`INSERT INTO descheduling_due VALUES ($1, 7)`, [ORIGIN]);
  await pool.query(`INSERT INTO component_view VALUES ($1, 'zones', '[]')`, [ORIGIN]);
});
afterEach(async () => {
  await deleteCluster(database, COPY);
  for (const { name } of await listSnapshots(database)) await deleteSnapshot(database, name);
});
afterAll(async () => {
  await deleteCluster(database, ORIGIN);
  await database.close();
});

async function readAll(cluster: string, history: boolean, order?: readonly number[]): Promise<SnapshotRecord[]> {
  const reading = (await ClusterReading.begin(database, cluster))!;
  try {
    const records: SnapshotRecord[] = [{ ...reading.cluster, trusted: 't' }];
    for await (const record of reading.records({ history, order })) records.push(record);
    return records;
  } finally {
    await reading.close();
  }
}

function restored(records: readonly SnapshotRecord[], history: boolean, name = COPY): Promise<boolean> {
  const cluster = { name, atMs: 2000, atRealMs: 3000, knows: false, history };
  return writeRestored(database, cluster, async (take) => {
    for (const record of records) await take(record);
  });
}

const changes = (records: readonly SnapshotRecord[]): SnapshotRecordOf<'change'>[] =>
  records.filter((record) => record.type === 'change');

it.each([false, true])('makes the same cluster of what it read; with its history: %s', async (history) => {
  const records = await readAll(ORIGIN, history);
  expect(changes(records)).toHaveLength(history ? MANY + 11 : MANY - 1);
  expect(await restored(records, history)).toBe(true);
  const [cluster, ...rest] = await readAll(COPY, history);
  const compacted = history ? 0 : MANY + 11;
  expect(cluster).toEqual({ ...records[0], compacted, clock: { mode: 'manual', rate: 1, atMs: 2000 } });
  expect(rest).toEqual(records.slice(1));
  expect((await loadCache(database, COPY))!.count('configmaps')).toBe(MANY - 1);
  // Deleting one of two clusters leaves the other as it was.
  await deleteCluster(database, COPY);
  expect(await readAll(ORIGIN, history)).toEqual(records);
});

it('reads the objects in the order that is asked for', async () => {
  const revisions = changes(await readAll(ORIGIN, false)).map(({ revision }) => revision);
  const order = revisions.toReversed();
  expect(changes(await readAll(ORIGIN, false, order)).map(({ revision }) => revision)).toEqual(order);
});

it('numbers what the descheduler does later after what it had done', async () => {
  await restored(await readAll(ORIGIN, false), false);
  const { rows } = await database.pool.query<{ number: string }>(
    `INSERT INTO descheduling_run (cluster, body) VALUES ($1, '{}') RETURNING number`,
    [COPY],
  );
  expect(Number(rows[0]!.number)).toBeGreaterThan(900_000);
});

it('does not touch a cluster that has the name', async () => {
  const records = await readAll(ORIGIN, true);
  expect(await restored(records, true, ORIGIN)).toBe(false);
  expect(await readAll(ORIGIN, true)).toEqual(records);
});

it('leaves nothing of a cluster whose records end too early, or cannot be', async () => {
  const records = await readAll(ORIGIN, false);
  const failing = writeRestored(
    database,
    { name: COPY, atMs: 0, atRealMs: 0, knows: false, history: false },
    async (take) => {
      for (const record of records.slice(0, -1)) await take(record);
      throw new Error('the file is damaged');
    },
  );
  await expect(failing).rejects.toThrow('the file is damaged');
  await expect(restored([...records, changes(records)[0]!], false)).rejects.toThrow(/duplicate key/);
  expect(await readCluster(database, COPY)).toBeUndefined();
  const { rows } = await database.pool.query('SELECT 1 FROM object WHERE cluster = $1', [COPY]);
  expect(rows).toEqual([]);
});

const summary = {
  version: SNAPSHOT_VERSION,
  cluster: ORIGIN,
  savedAt: '',
  seed: '',
  revision: 1,
  atMs: 0,
  clockMode: 'manual',
  clockRate: 1,
  history: false,
  changes: 0,
  decisions: 0,
  faults: 0,
  resources: [],
  components: [],
};

it('keeps files of any size, under a name of their own', async () => {
  const pieces = Array.from({ length: 50 }, (_, i) => Buffer.alloc(100_000, i));
  const keep = (): ReturnType<typeof keepSnapshot> =>
    keepSnapshot(database, 'large', async (take) => {
      for (const piece of pieces) await take(piece);
      return summary;
    });
  expect(await keep()).toEqual({ name: 'large', bytes: 5_000_000, summary });
  expect(await keep()).toBeUndefined();
  const read: Buffer[] = [];
  for await (const piece of snapshotFile(database, 'large')) read.push(piece);
  expect(Buffer.concat(read).equals(Buffer.concat(pieces))).toBe(true);
  expect(await findSnapshot(database, 'large')).toMatchObject({ summary });
  expect(await deleteSnapshot(database, 'large')).toBe(true);
  expect(await deleteSnapshot(database, 'large')).toBe(false);
  expect((await database.pool.query('SELECT 1 FROM snapshot_part')).rows).toEqual([]);
});

/** Ends connections as they end when their process is killed: those that are in a transaction. */
async function killTransactions(): Promise<void> {
  const other = new Client({ connectionString: database.url });
  await other.connect();
  const { rowCount } = await other.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = '${PROGRAM}' AND state = 'idle in transaction' AND pid <> pg_backend_pid()`,
  );
  expect(rowCount).toBeGreaterThan(0);
  await other.end();
}

it('leaves nothing behind when its process dies, wherever that is', async () => {
  const records = await readAll(ORIGIN, false);
  for (const at of [1, 600, 1100, records.length]) {
    const killed = writeRestored(
      database,
      { name: COPY, atMs: 0, atRealMs: 0, knows: false, history: false },
      async (take) => {
        for (const [i, record] of records.entries()) {
          if (i === at) await killTransactions();
          await take(record);
        }
        if (at === records.length) await killTransactions();
      },
    );
    await expect(killed).rejects.toThrow();
    expect(await readCluster(database, COPY)).toBeUndefined();
  }
  const kept = keepSnapshot(database, 'killed', async (take) => {
    await take(Buffer.alloc(3_000_000));
    await killTransactions();
    return summary;
  });
  await expect(kept).rejects.toThrow();
  expect(await listSnapshots(database)).toEqual([]);
  expect(await restored(records, false)).toBe(true);
});
