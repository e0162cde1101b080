import { deleteCluster, insertCluster } from '../records/clusters';
import { openDatabase, type Database } from '../server/database';
import { Operation, writeBatch, type RowWrite } from '../commit/write-batch';
import { CompactedError, loadCache, readChanges } from './change-log';
import { ClusterCache } from './cluster-cache';
import { LogMaintenance } from './log-maintenance';
import { loadMoment, timeOfRevision } from './moment';

const CLUSTER = 'moments';
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
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

/** The objects, as they would be loaded. */
function textOf(cache: ClusterCache): string {
  return JSON.stringify(cache.list('configmaps').sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1)));
}

/** Creates, changes, deletes and creates again, each in turn, in batches of three. */
async function writeALot(): Promise<void> {
  const versions = new Map<string, number>();
  for (let round = 0; round < 20; round++) {
    const names = [0, 1, 2].map((i) => NAMES[(round * 2 + i) % NAMES.length]!);
    const rows = names.map((name, i): RowWrite => {
      const exists = versions.has(name);
      const operation = !exists ? Operation.Create : (round + i) % 3 === 0 ? Operation.Delete : Operation.Update;
      if (operation === Operation.Delete) versions.delete(name);
      else versions.set(name, round);
      const metadata = { name, namespace: 'default', uid: name, resourceVersion: '' };
      const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { round: `${round}` } } as never;
      return { operation, key: { resource: 'configmaps', namespace: 'default', name }, object, expectedRevision: -1 };
    });
    await writeBatch(database, rows, { cluster: CLUSTER, nowMs: 1000 * (round + 1) });
  }
}

test('every moment that is kept is the state that its changes add up to', async () => {
  await writeALot();
  const present = (await loadCache(database, CLUSTER))!;
  const changes = await readChanges(database, CLUSTER, 0);
  expect(new Set(changes.map(({ operation }) => operation)).size).toBe(3);
  const forward = new ClusterCache(0, []);
  const states = changes.map((change) => {
    forward.apply([change]);
    return textOf(forward);
  });
  const check = async (from: number): Promise<void> => {
    for (let revision = from; revision <= changes.length; revision++) {
      const { cache } = await loadMoment(database, CLUSTER, { present, revision });
      expect(cache.revision).toBe(revision);
      expect(textOf(cache)).toBe(states[revision - 1]);
    }
  };
  await check(1);
  // In portions, each as it must, the last one to where the log is to begin.
  for (const kept of [17, 18, 40]) {
    await new LogMaintenance(database.url, CLUSTER).shorten(kept, { portionRows: 5 });
    await check(kept);
    const before = loadMoment(database, CLUSTER, { present, revision: kept - 1 });
    await expect(before).rejects.toThrow(new CompactedError(kept));
  }
  expect(await timeOfRevision(database, CLUSTER, 60)).toBe(20_000);
  expect(await timeOfRevision(database, CLUSTER, 0)).toBeUndefined();
});

test('what has not changed since is shared with the present', async () => {
  const present = (await loadCache(database, CLUSTER))!;
  const { cache, ownBytes } = await loadMoment(database, CLUSTER, { present, revision: present.revision });
  expect(ownBytes).toBe(0);
  expect(cache.list('configmaps')).toEqual(present.list('configmaps'));
  for (const object of cache.list('configmaps')) expect(present.list('configmaps')).toContain(object);
});
