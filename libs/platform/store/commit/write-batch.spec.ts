import { insertCluster, deleteCluster } from '../records/clusters';
import { readChanges } from '../log/change-log';
import { openDatabase, type Database } from '../server/database';
import { Operation, RowOutcome, writeBatch, type RowWrite } from './write-batch';

const CLUSTER = 'write-batch';
let database: Database;

beforeAll(async () => {
  database = openDatabase(process.env['ORRERY_TEST_DATABASE_URL']!);
  const clock = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
  await insertCluster(database, { id: CLUSTER, seed: 's', settings: {}, clock });
});
afterAll(async () => {
  await deleteCluster(database, CLUSTER);
  await database.close();
});

const create = (namespace: string, name: string, value: string): RowWrite => ({
  operation: Operation.Create,
  key: { resource: 'roles.rbac.authorization.k8s.io', namespace, name },
  object: {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name, namespace, uid: `uid of ${name}`, resourceVersion: '', creationTimestamp: '' },
    value,
  } as never,
  expectedRevision: -1,
});

it('keeps names and bodies to the letter, whatever they are made of', async () => {
  const names = [
    'plain',
    'system:node',
    '"quoted"',
    'back\\slash',
    '{a,b}',
    'NULL',
    'null',
    'Zürich 🪐',
    'two\nlines',
    ' ',
  ];
  const writes = names.map((name) => create('', name, `value of ${name}`));
  const results = await writeBatch(database, writes, { cluster: CLUSTER, nowMs: 0 });
  expect(results.map(({ outcome }) => outcome)).toEqual(names.map(() => RowOutcome.Written));
  const changes = await readChanges(database, CLUSTER, 0);
  expect(changes.map(({ key }) => key)).toEqual(writes.map(({ key }) => key));
  expect(changes.map(({ object }) => (object as unknown as { value: string }).value)).toEqual(
    names.map((name) => `value of ${name}`),
  );
  const again = await writeBatch(database, writes, { cluster: CLUSTER, nowMs: 0 });
  expect(again.map(({ outcome }) => outcome)).toEqual(names.map(() => RowOutcome.Exists));
});

it('reads no more than the objects it writes, though it was planned when there were hardly any', async () => {
  const others = Array.from({ length: 3000 }, (_, i) => create('crowd', `other-${i}`, 'v'));
  await writeBatch(database, others, { cluster: CLUSTER, nowMs: 0 });
  const own = others.slice(0, 10).map((write) => ({ ...write, operation: Operation.Update }));
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    const onThisConnection = { ...database, pool: client as unknown as Database['pool'] };
    const results = await writeBatch(onThisConnection, own, { cluster: CLUSTER, nowMs: 0 });
    expect(results.map(({ outcome }) => outcome)).toEqual(own.map(() => RowOutcome.Written));
    const { rows } = await client.query<{ read: string }>(
      `SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read
       FROM pg_stat_xact_user_tables WHERE relname = 'object'`,
    );
    expect(Number(rows[0]!.read)).toBeLessThanOrEqual(2 * own.length);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
