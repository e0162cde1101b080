import { CompactedError, loadCache, readChanges } from '../log/change-log';
import type { ClusterCache } from '../log/cluster-cache';
import { LogMaintenance } from '../log/log-maintenance';
import { loadMoment } from '../log/moment';
import { readLogExtent } from '../log/kept-log';
import { openDatabase, type Database } from '../server/database';
import { Operation, writeBatch } from '../commit/write-batch';
import { deleteCluster, insertCluster, readCluster } from './clusters';
import { forkCluster, ForkOutcome, rewindCluster } from './forks';

const CLOCK = { mode: 'manual', rate: 1, anchorMs: 5000, anchorRealMs: 0 };
const url = process.env['ORRERY_TEST_DATABASE_URL']!;
let database: Database;

beforeAll(() => {
  database = openDatabase(url);
});
afterAll(() => database.close());
beforeEach(async () => {
  await insertCluster(database, { id: 'origin', seed: 's', settings: { a: 1 }, clock: CLOCK });
  await write('origin', Operation.Create, 'a'); // 1
  await write('origin', Operation.Create, 'b'); // 2
  await write('origin', Operation.Update, 'a'); // 3
  await write('origin', Operation.Delete, 'b'); // 4
});
afterEach(async () => {
  for (const { id } of await database.prisma.cluster.findMany()) {
    if (['origin', 'one', 'two', 'three'].includes(id)) await deleteCluster(database, id);
  }
  // Nothing that belongs to no cluster is left.
  expect(await database.prisma.change.count({ where: { log: { in: logs } } })).toBe(0);
  expect(await database.prisma.logPart.count({ where: { log: { in: logs } } })).toBe(0);
});

const logs: bigint[] = [];

async function write(cluster: string, operation: Operation, name: string): Promise<void> {
  const metadata = { name, namespace: 'default', uid: `uid-${name}`, resourceVersion: '' };
  const key = { resource: 'configmaps', namespace: 'default', name };
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata } as never;
  const [result] = await writeBatch(database, [{ operation, key, object, expectedRevision: -1 }], {
    cluster,
    nowMs: 1,
  });
  expect(result!.outcome).toBe(0);
  logs.push((await database.prisma.cluster.findUniqueOrThrow({ where: { id: cluster } })).log);
}

const fork = (origin: string, name: string, revision?: number): Promise<ForkOutcome> =>
  forkCluster(database, { origin, name, revision, clock: CLOCK, isHead: false });

const show = (cache: ClusterCache): string => {
  const objects = cache.list('configmaps').map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`);
  return `${cache.revision}: ${objects.sort().join(' ')}`;
};
const state = async (cluster: string): Promise<string> => show((await loadCache(database, cluster))!);

test('a fork has what its origin had, and each goes on by itself', async () => {
  expect(await fork('origin', 'one')).toBe(ForkOutcome.Done);
  expect(await readCluster(database, 'one')).toMatchObject({
    revision: 4,
    settings: { a: 1 },
    seed: 's',
    identity: 's\norigin',
    forkedFrom: { cluster: 'origin', revision: 4 },
  });
  await write('one', Operation.Create, 'c'); // 5 of one
  await write('origin', Operation.Update, 'a'); // 5 of origin
  await write('origin', Operation.Create, 'd');
  expect(await state('one')).toBe('5: a@3 c@5');
  expect(await state('origin')).toBe('6: a@5 d@6');
  expect((await readChanges(database, 'one', 0)).map(({ revision, key }) => `${revision} ${key.name}`)).toEqual([
    '1 a',
    '2 b',
    '3 a',
    '4 b',
    '5 c',
  ]);
  expect(await readLogExtent(database, 'one')).toMatchObject({ changes: 1, head: 5 });
});

test('a fork of the past has what its origin had then', async () => {
  expect(await fork('origin', 'one', 2)).toBe(ForkOutcome.Done);
  expect(await state('one')).toBe('2: a@1 b@2');
  await write('one', Operation.Delete, 'a');
  expect(await state('one')).toBe('3: b@2');
  const objects = await database.prisma.object.findMany({ where: { cluster: 'one' } });
  expect(objects).toMatchObject([{ name: 'b', uid: 'uid-b', revision: 2n }]);
  const present = (await loadCache(database, 'one'))!;
  expect(show((await loadMoment(database, 'one', { present, revision: 2 })).cache)).toBe('2: a@1 b@2');
});

test.each([
  ['a cluster that is not there', () => fork('none', 'one'), ForkOutcome.NoCluster],
  ['a name that is taken', () => fork('origin', 'origin'), ForkOutcome.NameTaken],
  ['what has not come yet', () => fork('origin', 'one', 9), ForkOutcome.NotInLog],
])('%s cannot be forked', async (_what, attempt, outcome) => {
  expect(await attempt()).toBe(outcome);
  expect(await readCluster(database, 'one')).toBeUndefined();
});

test('states of components belong to one revision: a cluster that went on meanwhile is not forked with them', async () => {
  const attempt = { origin: 'origin', name: 'one', revision: 3, clock: CLOCK, isHead: true };
  expect(await forkCluster(database, attempt)).toBe(ForkOutcome.Outrun);
  expect(await forkCluster(database, { ...attempt, revision: 4 })).toBe(ForkOutcome.Done);
});

test('forks of forks outlive their origins, under whose names others may begin', async () => {
  await fork('origin', 'one');
  await write('one', Operation.Update, 'a'); // 5
  await fork('one', 'two');
  await write('one', Operation.Update, 'a'); // 6
  await deleteCluster(database, 'origin');
  await deleteCluster(database, 'one');
  await insertCluster(database, { id: 'one', seed: 'other', settings: {}, clock: CLOCK });
  await write('one', Operation.Create, 'z');
  expect(await state('one')).toBe('1: z@1');
  expect(await state('two')).toBe('5: a@5');
  expect((await readChanges(database, 'two', 0)).length).toBe(5);
});

test('a log that is shortened leaves its forks what they see', async () => {
  await fork('origin', 'one');
  await write('one', Operation.Delete, 'a'); // 5 of one
  await write('origin', Operation.Update, 'a'); // 5 of origin
  await write('origin', Operation.Update, 'a'); // 6
  await new LogMaintenance(url, 'origin').shorten(6);
  expect(await state('origin')).toBe('6: a@6');
  expect(await state('one')).toBe('5: ');
  const present = (await loadCache(database, 'one'))!;
  expect(show((await loadMoment(database, 'one', { present, revision: 4 })).cache)).toBe('4: a@3');
  await expect(readChanges(database, 'one', 3)).rejects.toThrow(CompactedError);
  await write('one', Operation.Create, 'a');
  await new LogMaintenance(url, 'one').shorten(6);
  expect(await state('one')).toBe('6: a@6');
});

test('a cluster goes back, and its revisions go on', async () => {
  await fork('origin', 'one');
  expect(await rewindCluster(database, { cluster: 'origin', revision: 2, atMs: 700, atRealMs: 1 })).toBe(0);
  expect(await state('origin')).toBe('5: a@1 b@2');
  expect(await readCluster(database, 'origin')).toMatchObject({
    revision: 5,
    clock: { anchorMs: 700 },
    clockFloorMs: 700,
  });
  await expect(readChanges(database, 'origin', 4)).rejects.toThrow(CompactedError);
  await write('origin', Operation.Update, 'b'); // 6
  expect(await state('origin')).toBe('6: a@1 b@6');
  const changes = await readChanges(database, 'origin', 5);
  expect(changes.map(({ revision }) => revision)).toEqual([6]);
  const present = (await loadCache(database, 'origin'))!;
  const at = async (revision: number): Promise<string> =>
    show((await loadMoment(database, 'origin', { present, revision })).cache);
  expect([await at(1), await at(2), await at(4), await at(5)]).toEqual([
    '1: a@1',
    '2: a@1 b@2',
    '4: a@1 b@2',
    '5: a@1 b@2',
  ]);
  // Back to before it went back, and the fork has what it had.
  expect(await rewindCluster(database, { cluster: 'origin', revision: 1, atMs: 500, atRealMs: 1 })).toBe(0);
  expect(await state('origin')).toBe('7: a@1');
  expect(await rewindCluster(database, { cluster: 'origin', revision: 9, atMs: 500, atRealMs: 1 })).toBe(
    ForkOutcome.NotInLog,
  );
  expect(await state('one')).toBe('4: a@3');
  await new LogMaintenance(url, 'origin').shorten(7);
  expect(await state('origin')).toBe('7: a@1');
});
