import {
  completeAuthorities,
  deleteCluster,
  insertCluster,
  readCluster,
  type NewCluster,
  type StoredAuthorities,
} from './clusters';
import { ClusterGoneError } from '../commit/write-batch';
import { publishView } from './component-view';
import { writeDeschedulingRun } from './descheduling-runs';
import { renewHeartbeats } from './renewals';
import { ofInstallation } from './installation';
import { writeNodeFaults } from './node-faults';
import { insertRecording } from './recordings';
import { openDatabase, type Database } from '../server/database';

let database: Database;

beforeAll(() => (database = openDatabase(process.env['ORRERY_TEST_DATABASE_URL']!)));
afterAll(() => database.close());

const cluster = (id: string): NewCluster => ({
  id,
  seed: 's',
  settings: { bundle: 'modern' },
  clock: { mode: 'manual', rate: 1, anchorMs: 1000, anchorRealMs: 2000 },
});

/** A value for a column of a type, if it matters only that there is one. */
const VALUES: Readonly<Record<string, string>> = {
  text: "'x'",
  bigint: '1',
  integer: '1',
  smallint: '1',
  jsonb: "'{}'",
  'double precision': '1',
};

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly data_type: string;
}

/** Returns the tables that belong to clusters, by name: the columns that need a value. */
async function tablesOfClusters(): Promise<Map<string, Column[]>> {
  const { rows } = await database.pool.query<Column>(`
    SELECT table_name, column_name, data_type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name <> 'log_part' AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'
      AND table_name IN (SELECT table_name FROM information_schema.columns WHERE column_name = 'cluster')`);
  const tables = new Map<string, Column[]>();
  for (const row of rows) tables.set(row.table_name, [...(tables.get(row.table_name) ?? []), row]);
  return tables;
}

async function rowsOf(table: string, id: string): Promise<number> {
  const { rows } = await database.pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE cluster = $1`, [id]);
  return rows[0].n;
}

it('gives what it wrote, and nothing for a name that is taken', async () => {
  const made = await insertCluster(database, cluster('made'));
  expect(made).toEqual(await readCluster(database, 'made'));
  expect(made).toMatchObject({
    ...cluster('made'),
    revision: 0,
    routed: 0,
    signingKey: expect.stringMatching(/.{64}/),
  });
  expect(await insertCluster(database, { ...cluster('made'), seed: 'another' })).toBeUndefined();
  expect((await readCluster(database, 'made'))!.seed).toBe('s');
  expect(await deleteCluster(database, 'made')).toBe(true);
  expect(await deleteCluster(database, 'made')).toBe(false);
});

it('leaves nothing of a deleted cluster in any table, and the others alone', async () => {
  const tables = await tablesOfClusters();
  expect([...tables.keys()]).toEqual(expect.arrayContaining(['object', 'heartbeat', 'decision']));
  for (const id of ['goes', 'stays']) {
    await insertCluster(database, cluster(id));
    for (const [table, columns] of tables) {
      const values = columns.map(({ column_name, data_type }) =>
        column_name === 'cluster' ? `'${id}'` : VALUES[data_type],
      );
      await database.pool.query(
        `INSERT INTO ${table} (${columns.map(({ column_name }) => column_name).join()}) VALUES (${values.join()})`,
      );
      expect(await rowsOf(table, id)).toBe(1);
    }
  }
  await deleteCluster(database, 'goes');
  for (const table of tables.keys()) {
    expect([table, await rowsOf(table, 'goes'), await rowsOf(table, 'stays')]).toEqual([table, 0, 1]);
  }
  await deleteCluster(database, 'stays');
});

const ORIGIN = { atMs: 1, writer: 'test' };
const LATE_WRITES: readonly [what: string, write: (cluster: string) => Promise<unknown>][] = [
  ['heartbeats', (id) => renewHeartbeats(database, new Map([[id, new Map([['node', 1]])]]))],
  ['a view of a component', (id) => publishView(database, id, 'scheduler', {})],
  ['a recording', (id) => insertRecording(database, id, { build: 'b', base: {} as never })],
  ['a cycle of the descheduler', (id) => writeDeschedulingRun(database, id, { text: '{}', dueMs: 1 })],
  ['a fault', (id) => writeNodeFaults(database, id, [{ node: 'n', kind: 'POWER_OFF', sinceMs: 1 } as never], ORIGIN)],
];

it.each(LATE_WRITES)('leaves nothing of %s that is written while the cluster is deleted', async (_what, write) => {
  await insertCluster(database, cluster('late'));
  const holder = await database.pool.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT orrery_delete_cluster('late')`);
  const written = write('late').catch((error: unknown) => expect(error).toBeInstanceOf(ClusterGoneError));
  // It waits for the deletion, or has seen that there is nothing to be written.
  await Promise.race([written, waitingStatement()]);
  await holder.query('COMMIT');
  holder.release();
  await written;
  for (const table of (await tablesOfClusters()).keys()) {
    expect([table, await rowsOf(table, 'late')]).toEqual([table, 0]);
  }
});

/** Resolves when a statement waits for a lock. */
async function waitingStatement(): Promise<void> {
  const sql = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%there AS%'`;
  while ((await database.pool.query(sql)).rowCount === 0) await new Promise((resolve) => setImmediate(resolve));
}

it('keeps the authorities that a cluster got first', async () => {
  const made = (text: string): StoredAuthorities => ({
    clients: { certificate: `c ${text}`, privateKey: `k ${text}` },
    frontProxy: { certificate: `f ${text}`, privateKey: `p ${text}` },
  });
  await insertCluster(database, { ...cluster('new'), authorities: made('1') });
  expect((await readCluster(database, 'new'))!.authorities).toEqual(made('1'));
  expect(await completeAuthorities(database, 'new', made('2'))).toEqual(made('1'));
  await insertCluster(database, cluster('former'));
  expect(await completeAuthorities(database, 'former', made('2'))).toEqual(made('2'));
  expect(await completeAuthorities(database, 'absent', made('3'))).toBeUndefined();
});

it('gives all processes what the first of them made for the installation', async () => {
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((maker) => ofInstallation(database, 'something', () => ({ maker }))),
  );
  expect(new Set(answers.map(({ maker }) => maker)).size).toBe(1);
  expect(await ofInstallation(database, 'something', () => ({ maker: 'd' }))).toEqual(answers[0]);
});
