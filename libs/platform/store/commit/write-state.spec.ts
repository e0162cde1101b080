import { Client } from 'pg';
import { CompactedError, loadCache, readChanges } from '../log/change-log';
import { deleteCluster, insertCluster, readCluster } from '../records/clusters';
import { openDatabase, type Database } from '../server/database';
import { ForkOutcome, rewindCluster } from '../records/forks';
import { ClusterGoneError, Operation, writeBatch, type RowWrite } from './write-batch';
import { StateChangedError, writeState } from './write-state';

const CLUSTER = 'write-state';
/** Number of objects above that of one statement. */
const MANY = 1200;
let database: Database;

beforeEach(async () => {
  database = openDatabase(process.env['ORRERY_TEST_DATABASE_URL']!);
  const clock = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
  await insertCluster(database, { id: CLUSTER, seed: 's', settings: {}, clock });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await deleteCluster(database, CLUSTER);
  await database.close();
});

const create = (name: string): RowWrite => ({
  operation: Operation.Create,
  key: { resource: 'configmaps', namespace: 'ns', name },
  object: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'ns', uid: `uid of ${name}`, resourceVersion: '', creationTimestamp: '' },
  },
  expectedRevision: -1,
});
const many = Array.from({ length: MANY }, (_, i) => create(`object-${i}`));
const options = { cluster: CLUSTER, nowMs: 0 };

it('writes all objects, and has the log begin with them', async () => {
  await writeBatch(database, [create('before')], options);
  await writeState(database, many, options);
  const { revision, compacted } = (await readCluster(database, CLUSTER))!;
  expect([revision, compacted]).toEqual([MANY + 1, MANY + 1]);
  expect((await loadCache(database, CLUSTER))!.count('configmaps')).toBe(MANY + 1);
  // Who follows the log loads the state.
  await expect(readChanges(database, CLUSTER, 0)).rejects.toThrow(CompactedError);
});

it('writes nothing where another writer was first', async () => {
  await writeBatch(database, [create('object-1100')], options);
  await expect(writeState(database, many, options)).rejects.toThrow(StateChangedError);
  expect(await readCluster(database, CLUSTER)).toMatchObject({ revision: 1, compacted: 0 });
  // The connection is of use for others.
  await writeState(database, [create('later')], options);
  expect(await readCluster(database, CLUSTER)).toMatchObject({ revision: 2 });
});

it('writes nothing to a cluster that was taken back, or made again, since the state was planned', async () => {
  await writeBatch(database, [create('before')], options);
  const { log } = (await readCluster(database, CLUSTER))!;
  const back = { cluster: CLUSTER, revision: 1, atMs: 0, atRealMs: 0 };
  expect(await rewindCluster(database, back)).toBe(ForkOutcome.Done);
  await expect(writeState(database, many, { ...options, log })).rejects.toThrow(ClusterGoneError);
  expect(await readCluster(database, CLUSTER)).toMatchObject({ revision: 2 });
  await writeState(database, many, { ...options, log: (await readCluster(database, CLUSTER))!.log });
});

it('leaves nothing behind when its process dies in the middle', async () => {
  const connection = await database.pool.connect();
  const query = connection.query.bind(connection) as (...args: readonly unknown[]) => Promise<unknown>;
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const other = new Client({ connectionString: database.url });
  await other.connect();
  let portions = 0;
  connection.on('error', () => undefined);
  jest.spyOn(database.pool, 'connect').mockImplementation(() => Promise.resolve(connection) as never);
  jest.spyOn(connection, 'query').mockImplementation(((...args: readonly unknown[]) => {
    const { name } = args[0] as { readonly name?: string };
    // The connection ends with the process; the first portion is in the database by then.
    if (name === 'orrery_write_batch' && ++portions === 2) {
      return other.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]).then(() => query(...args));
    }
    return query(...args);
  }) as never);
  await expect(writeState(database, many, options)).rejects.toThrow();
  await other.end();
  jest.restoreAllMocks();
  expect(portions).toBe(2);
  expect(await readCluster(database, CLUSTER)).toMatchObject({ revision: 0, compacted: 0 });
  expect(await readChanges(database, CLUSTER, 0)).toEqual([]);
});
