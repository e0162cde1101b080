import type { KubeObject } from '@orrery/api-types';
import { createDatabase, until, type FreshDatabase } from '@orrery/test-services';
import { loadCache } from './change-log';
import type { Change, ClusterCache } from './cluster-cache';
import { deleteCluster, insertCluster } from '../records/clusters';
import { openDatabase, type Database } from '../server/database';
import { LogFeed } from './log-feed';
import { LogMaintenance } from './log-maintenance';
import { applyMigrations } from '../server/migrations';
import { Operation, writeBatch } from '../commit/write-batch';

const CLUSTER = 'followed';

let fresh: FreshDatabase;
let database: Database;
let readers: Reader[];

beforeEach(async () => {
  fresh = await createDatabase();
  await applyMigrations(fresh.url);
  database = openDatabase(fresh.url);
  const clock = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
  await insertCluster(database, { id: CLUSTER, seed: 's', settings: {}, clock });
  readers = [];
});

afterEach(async () => {
  await Promise.all(readers.map((reader) => reader.close()));
  await database.close();
  await fresh.drop();
});

/** A process that only reads. */
class Reader {
  readonly reloads: number[] = [];
  readonly seen: number[] = [];
  /** Errors that its listeners threw. */
  readonly faults: unknown[] = [];
  /** Cluster times of writes, each with the revision seen at its notification. */
  readonly instants: [number, number][] = [];
  cache!: ClusterCache;
  unfollow!: () => void;
  readonly feed: LogFeed;

  private constructor(readonly database: Database) {
    this.feed = new LogFeed(database, {
      reloaded: (_cluster, cache) => {
        this.reloads.push(cache.revision);
        this.cache = cache;
      },
      failed: () => undefined,
      broken: (fault) => this.faults.push(fault),
    });
  }

  static async open({ isAlone = false } = {}): Promise<Reader> {
    const reader = new Reader(openDatabase(fresh.url, { isAlone }));
    readers.push(reader);
    await reader.feed.start();
    reader.cache = (await loadCache(reader.database, CLUSTER))!;
    reader.cache.subscribe((changes) => reader.seen.push(...changes.map(({ revision }) => revision)));
    reader.unfollow = reader.feed.follow(CLUSTER, reader.cache, {
      hearOf: (atMs) => reader.instants.push([atMs, reader.cache.revision]),
    });
    return reader;
  }

  async close(): Promise<void> {
    await this.feed.stop();
    await this.database.close();
  }
}

/** Writes objects as another process. */
async function write(...names: string[]): Promise<void> {
  await writeAt(0, ...names);
}

async function writeAt(nowMs: number, ...names: string[]): Promise<void> {
  const rows = names.map((name) => {
    const metadata = { name, namespace: 'default', uid: name, resourceVersion: '', creationTimestamp: '' };
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata } as KubeObject;
    const key = { resource: 'configmaps', namespace: 'default', name };
    return { operation: Operation.Create, key, object, expectedRevision: -1 };
  });
  await writeBatch(database, rows, { cluster: CLUSTER, nowMs });
}

/** Returns the change that a process knows of its own write, without the log. */
function changeAt(revision: number): Omit<Change, 'previous'> {
  const name = `o${revision}`;
  const metadata = { name, namespace: 'default', uid: '', resourceVersion: String(revision), creationTimestamp: '' };
  const key = { resource: 'configmaps', namespace: 'default', name };
  return { revision, operation: Operation.Create, key, object: { apiVersion: 'v1', kind: 'ConfigMap', metadata } };
}

const numbered = (count: number, from = 1): string[] => Array.from({ length: count }, (_, i) => `o${from + i}`);

it('tells when others wrote before their changes are seen', async () => {
  const reader = await Reader.open();
  await writeAt(7000, 'a', 'b');
  await until('the reader has seen both', () => reader.cache.revision === 2);
  await writeAt(9000, 'c');
  await until('the reader has seen the third', () => reader.cache.revision === 3);
  expect(reader.instants).toEqual([
    [7000, 0],
    [9000, 2],
  ]);
});

it('hears of what others write, in order and once', async () => {
  const reader = await Reader.open();
  await write('a', 'b');
  await Promise.all([write('c'), write('d'), write('e')]);
  await until('the reader has seen everything', () => reader.cache.revision === 5);
  expect(reader.seen).toEqual([1, 2, 3, 4, 5]);
  expect(reader.cache.count('configmaps')).toBe(5);
  expect(reader.reloads).toEqual([]);
});

it('ends the waits for changes of a cluster that another process has deleted', async () => {
  const reader = await Reader.open();
  const before = reader.feed.open(CLUSTER, 1000);
  await deleteCluster(database, CLUSTER);
  await Promise.all([before, reader.cache.reached(2000)]);
  expect(reader.cache.revision).toBe(0);
});

it('says that a listener failed, which keeps no other one from seeing the changes', async () => {
  const reader = await Reader.open();
  const fault = new Error('no');
  reader.cache.subscribe(() => {
    throw fault;
  });
  const later: number[] = [];
  reader.cache.subscribe((changes) => later.push(...changes.map(({ revision }) => revision)));
  await write('a', 'b');
  await reader.cache.reached(2);
  expect([reader.seen, later, new Set(reader.faults)]).toEqual([[1, 2], [1, 2], new Set([fault])]);
});

it('reads a long gap page by page', async () => {
  const reader = await Reader.open();
  await write(...numbered(2500));
  await reader.feed.catchUp(CLUSTER);
  expect(reader.seen).toEqual(Array.from({ length: 2500 }, (_, i) => i + 1));
});

it('has seen everything committed before the question once it is answered', async () => {
  const reader = await Reader.open();
  for (const name of numbered(20)) {
    await write(name);
    await reader.feed.catchUp(CLUSTER);
    expect(reader.cache.get({ resource: 'configmaps', namespace: 'default', name })).toBeDefined();
  }
});

it('puts commits of its own that arrive late into their order', async () => {
  const reader = await Reader.open();
  const [first, second] = [reader.feed.writing(CLUSTER), reader.feed.writing(CLUSTER)];
  second([changeAt(2)]);
  expect(reader.seen).toEqual([]);
  first([changeAt(1)]);
  expect(reader.seen).toEqual([1, 2]);
});

it('misses nothing when its connections break', async () => {
  const reader = await Reader.open();
  await write('before');
  await until('the reader has seen it', () => reader.cache.revision === 1);
  for (const round of [1, 2, 3]) {
    await fresh.breakConnections();
    await until('writes succeed again', async () => {
      await write(`after-${round}`);
      return true;
    });
    await until('the reader has seen it', () => reader.cache.revision === 1 + round);
  }
  expect(reader.seen).toEqual([1, 2, 3, 4]);
  expect(reader.reloads).toEqual([]);
});

it('sees what a process that is alone had written when its connections broke, without waiting to look', async () => {
  const looks = jest
    .spyOn(global, 'setInterval')
    .mockReturnValue({ unref: () => undefined } as unknown as NodeJS.Timeout);
  const reader = await Reader.open({ isAlone: true });
  looks.mockRestore();
  const alone = openDatabase(fresh.url, { isAlone: true });
  const { key, object } = changeAt(1);
  const row = { operation: Operation.Create, key, object, expectedRevision: -1 };
  await writeBatch(alone, [row], { cluster: CLUSTER, nowMs: 0 });
  await alone.close();
  expect(reader.seen).toEqual([]);
  await fresh.breakConnections();
  await until('the reader has seen it', () => reader.seen.length === 1);
});

it('starts over when what it needs was compacted away', async () => {
  const reader = await Reader.open();
  await write('a');
  await reader.feed.catchUp(CLUSTER);
  // Not followed for a while, as a process that slept.
  reader.unfollow();
  await write('b', 'c', 'd');
  await new LogMaintenance(database.url, CLUSTER).shorten(3);
  reader.feed.follow(CLUSTER, reader.cache);
  await until('the cache was loaded again', () => reader.reloads.length > 0);
  expect([reader.reloads, reader.cache.revision, reader.cache.count('configmaps')]).toEqual([[4], 4, 4]);
  await write('e');
  await until('the new cache goes on', () => reader.cache.revision === 5);
});

it('does not leave readers waiting when the cache is loaded again', async () => {
  const reader = await Reader.open();
  reader.unfollow();
  await write('a', 'b', 'c');
  await new LogMaintenance(database.url, CLUSTER).shorten(2);
  reader.feed.follow(CLUSTER, reader.cache);
  await reader.feed.catchUp(CLUSTER);
  expect(reader.cache.revision).toBe(3);
});

it('shows what was opened while the cache was loaded again', async () => {
  const reader = await Reader.open();
  reader.unfollow();
  await write('a', 'b', 'c');
  await new LogMaintenance(database.url, CLUSTER).shorten(2);
  reader.feed.follow(CLUSTER, reader.cache);
  reader.feed.hold(CLUSTER);
  const { prisma } = reader.database;
  const load = prisma.$transaction.bind(prisma);
  const opened: Promise<void>[] = [];
  jest.spyOn(prisma, '$transaction').mockImplementationOnce(async (...read: Parameters<typeof load>) => {
    const loaded = await load(...read);
    await write('d', 'e');
    opened.push(reader.feed.open(CLUSTER, 5));
    return loaded;
  });
  await reader.feed.open(CLUSTER, 3);
  await Promise.all(opened);
  expect(reader.cache.revision).toBe(5);
});

it('goes on with the cache that took the place of another, whatever becomes of that one', async () => {
  const reader = await Reader.open();
  const wrote = reader.feed.writing(CLUSTER);
  const successor = (await loadCache(reader.database, CLUSTER))!;
  reader.feed.follow(CLUSTER, successor);
  reader.unfollow();
  wrote([]);
  await write('a');
  await reader.feed.catchUp(CLUSTER);
  expect([successor.revision, reader.cache.revision]).toEqual([1, 0]);
});

it('shows what was opened before a hold began, and nothing after it', async () => {
  const reader = await Reader.open();
  const opened = reader.feed.open(CLUSTER, 2);
  reader.feed.hold(CLUSTER);
  await write('a', 'b', 'c');
  await opened;
  expect(reader.cache.revision).toBe(2);
});

it('shows a cache nothing beyond its gate, and everything up to it in one step', async () => {
  const reader = await Reader.open();
  const beyond: number[] = [];
  const steps: number[][] = [];
  reader.unfollow = reader.feed.follow(CLUSTER, reader.cache, { beyond: (revision) => beyond.push(revision) });
  reader.cache.subscribe((changes) => steps.push(changes.map(({ revision }) => revision)));
  reader.feed.hold(CLUSTER);
  await write('one');
  // What the process writes itself is held back, too.
  const wrote = reader.feed.writing(CLUSTER);
  await write('own');
  wrote([changeAt(2)]);
  await write('three');
  await until('the feed has heard of all', () => beyond.includes(3));
  expect(reader.cache.revision).toBe(0);
  await reader.feed.open(CLUSTER, 2);
  expect(steps).toEqual([[1, 2]]);
  await reader.feed.open(CLUSTER, 1);
  reader.feed.release(CLUSTER);
  await until('the last one is seen', () => reader.cache.revision === 3);
  await write('four');
  await until('nothing is held any more', () => reader.cache.revision === 4);
  expect(steps.flat()).toEqual([1, 2, 3, 4]);
});
