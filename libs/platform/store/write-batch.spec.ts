import { insertCluster, deleteCluster } from './clusters';
import { readChanges } from './change-log';
import { openDatabase, type Database } from './database';
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
