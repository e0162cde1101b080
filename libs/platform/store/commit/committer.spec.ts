import type { KubeObject } from '@orrery/api-types';
import { loadCache, readChanges } from '../log/change-log';
import { deleteCluster, insertCluster, readCluster } from '../records/clusters';
import type { Intent } from './commit-request';
import { Committer } from './committer';
import { openDatabase, type Database } from '../server/database';
import { LogFeed } from '../log/log-feed';
import { Operation, RowOutcome } from './write-batch';

/** A store as one process has it. */
class Process {
  cache!: Awaited<ReturnType<typeof loadCache>> & object;
  committer!: Committer;
  readonly failures: unknown[] = [];

  private constructor(
    readonly database: Database,
    readonly feed: LogFeed,
  ) {}

  static async start(cluster: string): Promise<Process> {
    const database = openDatabase(process.env['ORRERY_TEST_DATABASE_URL']!);
    const failures: unknown[] = [];
    const failed = (error: unknown): void => void failures.push(error);
    const feed = new LogFeed(database, { reloaded: () => undefined, failed, broken: failed });
    const self = new Process(database, feed);
    await feed.start();
    self.cache = (await loadCache(database, cluster))!;
    feed.follow(cluster, self.cache);
    self.committer = new Committer({ cluster, database, feed, cache: () => self.cache, nowMs: () => 1000 });
    return self;
  }

  async stop(): Promise<void> {
    await this.feed.stop();
    await this.database.close();
  }
}

const key = (name: string) => ({ resource: 'configmaps', namespace: 'default', name });

const made = (name: string, data: Record<string, string> = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', uid: `uid-${name}`, resourceVersion: '', creationTimestamp: '' },
  data,
});

const create = (name: string): Intent => ({
  key: key(name),
  decide: (current) =>
    current ? { kind: 'keep', object: current } : { kind: 'write', operation: Operation.Create, object: made(name) },
});

/** Adds one to a counter in the object: lost updates would show. */
const count = (name: string): Intent => ({
  key: key(name),
  decide: (current) => {
    if (!current) return { kind: 'keep', object: undefined };
    const count = Number((current['data'] as Record<string, string>)['count'] ?? 0) + 1;
    return { kind: 'write', operation: Operation.Update, object: made(name, { count: String(count) }) };
  },
});

describe('the batch door', () => {
  let processes: Process[] = [];
  const cluster = `committer-${process.pid}`;

  beforeEach(async () => {
    const clock = { mode: 'manual', rate: 1, anchorMs: 0, anchorRealMs: 0 };
    const database = openDatabase(process.env['ORRERY_TEST_DATABASE_URL']!);
    await insertCluster(database, { id: cluster, seed: 's', settings: {}, clock });
    await database.close();
    processes = [await Process.start(cluster), await Process.start(cluster)];
  });

  afterEach(async () => {
    await deleteCluster(processes[0]!.database, cluster);
    for (const { failures } of processes) expect(failures).toEqual([]);
    await Promise.all(processes.map((each) => each.stop()));
  });

  it('writes 500 objects in one database round trip', async () => {
    const [one] = processes;
    await one!.committer.commit([create('warm-up')]);
    const before = one!.database.roundTrips.count;
    const outcomes = await one!.committer.commit(Array.from({ length: 500 }, (_, i) => create(`c-${i}`)));
    expect(one!.database.roundTrips.count - before).toBe(1);
    expect(outcomes).toHaveLength(500);
    expect(one!.cache.count('configmaps')).toBe(501);
  });

  it('does not let a call with little to write wait for one with much', async () => {
    const [{ committer, cache }] = processes as [Process, Process];
    const large = committer.commit(Array.from({ length: 2000 }, (_, i) => create(`large-${i}`)));
    await committer.commit([create('small')]);
    expect(cache.count('configmaps')).toBeLessThan(2001);
    await large;
    expect(cache.count('configmaps')).toBe(2001);
  });

  it('gives contiguous revisions and loses no update when two processes write the same objects at once', async () => {
    const names = ['a', 'b', 'c'];
    await processes[0]!.committer.commit(names.map(create));
    for (const { cache } of processes) await cache.reached(names.length);
    const rounds = 30;
    await Promise.all(
      processes.flatMap(({ committer }) =>
        Array.from({ length: rounds }, (_, i) => committer.commit([count(names[i % names.length]!)])),
      ),
    );
    const { revision } = (await readCluster(processes[0]!.database, cluster))!;
    for (const { cache } of processes) await cache.reached(revision);
    const log = await readChanges(processes[0]!.database, cluster, 0);
    expect(log.map((change) => change.revision)).toEqual(Array.from({ length: revision }, (_, i) => i + 1));
    expect(revision).toBe(names.length + 2 * rounds);
    for (const { cache } of processes) {
      const counts = names.map((name) => (cache.get(key(name))!['data'] as Record<string, string>)['count']);
      expect(counts).toEqual(['20', '20', '20']);
    }
  });

  it('writes in the order in which it was asked, also what others wrote first and has to be decided again', async () => {
    const [one, two] = processes as [Process, Process];
    const names = ['a', 'b', 'c', 'd'];
    await one.committer.commit(names.map(create));
    await two.cache.reached(names.length);
    two.feed.hold(cluster);
    await one.committer.commit(names.map(count));
    const written: number[] = [];
    const rounds = {
      areOn: () => true,
      begin: () => true,
      whenQuiet: (act: () => void) => void setImmediate(act),
      outside: <T>(ask: () => Promise<T>) => ask(),
    };
    const { database, feed } = two;
    const committer = new Committer({
      ...{ cluster, database, feed, rounds, cache: () => two.cache, nowMs: () => 1000 },
      written: (objects) => {
        written.push(objects);
        feed.release(cluster);
      },
    });
    await committer.commit(names.map(count));
    expect(written).toEqual([0, names.length]);
    const log = await readChanges(database, cluster, 2 * names.length);
    expect(log.map((change) => change.key.name)).toEqual(names);
  });

  it.each([
    ['a NUL', 'bad\0name'],
    ['a length that no index takes', Array.from({ length: 4000 }, (_, i) => i.toString(36)).join('')],
  ])('writes what came along with items that the database refuses for %s', async (_what, bad) => {
    const [{ committer, cache, database }] = processes as [Process, Process];
    const refused = Array.from({ length: 15 }, (_, i) => committer.commit([create(`${bad}-${i}`)]));
    const mixed = committer.commit([create('first'), create(`${bad}-mixed`), create('last')]);
    const others = Array.from({ length: 600 }, (_, i) => committer.commit([create(`good-${i}`)]));
    for (const [outcome] of await Promise.all(refused)) {
      expect(outcome).toMatchObject({ code: 422, message: expect.stringMatching(/^the object cannot be stored: /) });
    }
    expect(await mixed).toMatchObject([{ changed: true }, { code: 422 }, { changed: true }]);
    for (const [outcome] of await Promise.all(others)) expect(outcome).toMatchObject({ changed: true });
    expect(cache.count('configmaps')).toBe(602);
    expect((await readCluster(database, cluster))!.revision).toBe(602);
  });

  describe('with owners of units', () => {
    const [one, other] = [`scheduler/${cluster}`, `kubelet/${cluster}`];

    beforeEach(async () => {
      const expiresAt = new Date();
      await processes[0]!.database.prisma.ownership.createMany({
        data: [one, other].map((unit) => ({ unit, holder: 'another', epoch: 2, expiresAt })),
      });
    });
    afterEach(async () => {
      await processes[0]!.database.prisma.ownership.deleteMany({ where: { unit: { in: [one, other] } } });
    });

    it('refuses what a former owner writes as a whole', async () => {
      const { committer, database } = processes[0]!;
      const late = committer.commit([create('x'), create('y')], { fence: { unit: one, epoch: 1n } });
      await expect(late).rejects.toThrow('another process owns');
      await expect(committer.commit([create('x')], { fence: { unit: one, epoch: 2n } })).resolves.toHaveLength(1);
      expect((await readCluster(database, cluster))!.revision).toBe(1);
    });

    it('does not write again and again what the database refuses of an owner', async () => {
      const fence = { unit: one, epoch: 2n };
      const outcomes = await processes[0]!.committer.commit([create('x'), create('\0')], { fence });
      expect(outcomes).toMatchObject([{ changed: true }, { code: 422 }]);
    });

    it('writes in one round trip what clients and several owners ask for at the same time', async () => {
      const { committer, database } = processes[0]!;
      await committer.commit([create('warm-up')]);
      const before = database.roundTrips.count;
      await Promise.all([
        committer.commit([create('of-a-client')]),
        committer.commit([create('of-one')], { fence: { unit: one, epoch: 2n } }),
        committer.commit([create('of-another')], { fence: { unit: other, epoch: 2n } }),
      ]);
      expect(database.roundTrips.count - before).toBe(1);
      expect((await readCluster(database, cluster))!.revision).toBe(4);
    });

    it.each([
      { lost: 'one of them', epochs: [2n, 1n], want: ['fulfilled', 'fulfilled', 'rejected'] },
      { lost: 'all of them', epochs: [1n, 1n], want: ['fulfilled', 'rejected', 'rejected'] },
    ])('tells the former owner alone when $lost have lost their units', async ({ epochs, want }) => {
      const { committer, cache } = processes[0]!;
      const outcomes = await Promise.allSettled([
        committer.commit([create('of-a-client')]),
        committer.commit([create('of-one')], { fence: { unit: one, epoch: epochs[0]! } }),
        committer.commit([create('of-another')], { fence: { unit: other, epoch: epochs[1]! } }),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(want);
      expect(cache.count('configmaps')).toBe(want.filter((status) => status === 'fulfilled').length);
    });
  });
});

describe('background writes', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  /** Makes a database that answers on the test's call; with the number of writes of each batch, until then. */
  function slowStore(): { committer: Committer; onTheirWay: number[]; answer: () => Promise<void> } {
    const onTheirWay: number[] = [];
    const answers: (() => void)[] = [];
    let revision = 0;
    const query = ({ values }: { values: string[] }): Promise<unknown> => {
      const count = values[6]!.split(',').length;
      onTheirWay.push(count);
      const rows = Array.from({ length: count }, () => ({ outcome: RowOutcome.Written, revision: String(++revision) }));
      return new Promise((resolve) => answers.push(() => resolve({ rows })));
    };
    const database = { pool: { query }, roundTrips: { count: 0 } } as unknown as Database;
    const feed = { writing: () => () => undefined } as unknown as LogFeed;
    const cache = { get: () => undefined, reached: () => Promise.resolve() };
    const options = { cluster: 'c', database, feed, cache: () => cache as never, nowMs: () => 0 };
    const answer = async (): Promise<void> => {
      onTheirWay.shift();
      answers.shift()!();
      await jest.advanceTimersByTimeAsync(0);
    };
    return { committer: new Committer(options), onTheirWay, answer };
  }

  const many = Array.from({ length: 100 }, (_, i) => create(`event-${i}`));

  it('go at once if they are few and nothing else is going on', async () => {
    const { committer, onTheirWay } = slowStore();
    void committer.commit(many.slice(1), { urgency: 'background' });
    await jest.advanceTimersByTimeAsync(0);
    expect(onTheirWay).toEqual([99]);
  });

  it('wait, if they are many, until nothing else has been on its way for 40 ms', async () => {
    const { committer, onTheirWay, answer } = slowStore();
    await jest.advanceTimersByTimeAsync(1000);
    void committer.commit([create('urgent')]);
    void committer.commit(many, { urgency: 'background' });
    await jest.advanceTimersByTimeAsync(500);
    expect(onTheirWay).toEqual([1]);
    await answer();
    await jest.advanceTimersByTimeAsync(39);
    expect(onTheirWay).toEqual([]);
    // And a turn of the event loop.
    await jest.advanceTimersByTimeAsync(2);
    expect(onTheirWay).toEqual([100]);
  });

  it('wait no longer than two seconds since the last ones, however busy the store is', async () => {
    const { committer, onTheirWay, answer } = slowStore();
    void committer.commit(many, { urgency: 'background' });
    for (let i = 0; i < 80; i++) {
      void committer.commit([create(`urgent-${i}`)]);
      await jest.advanceTimersByTimeAsync(30);
      if (onTheirWay[0] === 100) break;
      await answer();
    }
    expect(performance.now()).toBeGreaterThanOrEqual(2000);
    expect(performance.now()).toBeLessThan(2100);
    expect(onTheirWay[0]).toBe(100);
  });
});
