import { randomUUID } from 'node:crypto';
import { Worker } from 'bullmq';
import {
  createDatabase,
  describeWithRedis,
  startRedis,
  until,
  type FreshDatabase,
  type RedisServer,
} from '@orrery/test-services';
import { openQueueBackend, type BackendConfig } from './backend';
import { Bus, type Handler } from './bus';
import { DONE, type Ending, type QueueJobs } from './jobs';
import type { JobInterval } from './repetitions';

type Reconcile = QueueJobs['reconcile'];

const job = (...keys: string[]): Reconcile => ({ cluster: 'c', revision: 1, controller: 'test', keys });

/** Conformance tests of every backend. */
function conformance(backend: () => BackendConfig): void {
  const opened: Bus[] = [];
  let prefix: string;

  beforeEach(() => {
    prefix = `t${randomUUID().slice(0, 8)}`;
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((bus) => bus.close()));
  });

  async function open(onError: (error: unknown) => void = () => undefined): Promise<Bus> {
    const bus = await Bus.open({ backend: backend(), prefix, maxConsumers: 2, onError });
    opened.push(bus);
    return bus;
  }

  /** Collects keys; the endings of the first tries can be given. */
  function collector(...endings: Ending[]): { handle: Handler<'reconcile'>; keys: string[] } {
    const keys: string[] = [];
    const handle: Handler<'reconcile'> = async (received) => {
      keys.push(...received.keys);
      return endings.shift() ?? DONE;
    };
    return { handle, keys };
  }

  it('delivers what was sent, from another process too, in any order', async () => {
    const [sender, receiver] = await Promise.all([open(), open()]);
    await sender.send('reconcile', 0, job('before'));
    const { handle, keys } = collector();
    receiver.consume('reconcile', 0, handle);
    await sender.send('reconcile', 0, job('after'));
    await until('both jobs came', () => keys.length === 2);
    expect(keys.sort()).toEqual(['after', 'before']);
  });

  it('keeps shards, queues and control planes apart', async () => {
    const bus = await open();
    const [mine, other] = [collector(), collector()];
    bus.consume('reconcile', 1, mine.handle);
    bus.consume('reconcile', 2, other.handle);
    await Promise.all([
      bus.send('reconcile', 0, job('another shard')),
      bus.send('scheduling', 1, { cluster: 'c', revision: 1, pods: ['another queue'] }),
      bus.send('reconcile', 2, job('theirs')),
      bus.send('reconcile', 1, job('mine')),
    ]);
    prefix = `${prefix}x`;
    const stranger = await open();
    await stranger.send('reconcile', 1, job('another control plane'));
    await until('the jobs came', () => mine.keys.length > 0 && other.keys.length > 0);
    expect([mine.keys, other.keys]).toEqual([['mine'], ['theirs']]);
  });

  it('takes heartbeats the short way to a consumer of the same process, and over the queue to any other', async () => {
    const [bus, elsewhere] = await Promise.all([open(), open()]);
    const heard: string[] = [];
    const endings: Ending[] = [];
    const beat = (node: string): QueueJobs['heartbeats'] => ({ cluster: 'c', atMs: 1, nodes: [node] });
    const consumer = bus.consume('heartbeats', 0, async ({ nodes }) => {
      heard.push(...nodes);
      return endings.shift() ?? DONE;
    });
    await bus.send('heartbeats', 0, beat('near'));
    expect([heard, bus.counts.read('c')]).toEqual([['near'], { sent: 0, handled: 0 }]);
    await elsewhere.send('heartbeats', 0, beat('far'));
    await until('it came over the queue', () => heard.includes('far'));
    // What cannot be done now waits on the queue like any other job.
    endings.push({ kind: 'retry', error: new Error('not now') });
    await bus.send('heartbeats', 0, beat('again'));
    await until('it came again', () => heard.filter((node) => node === 'again').length === 2);
    await consumer.close();
    await bus.send('heartbeats', 0, beat('later'));
    expect(heard).not.toContain('later');
  });

  it('sends what is sent in one turn together', async () => {
    const bus = await open();
    await bus.send('reconcile', 0, job('warm'));
    const before = bus.roundTrips;
    await Promise.all(Array.from({ length: 100 }, (_, i) => bus.send('reconcile', 0, job(`k${i}`))));
    // Redis pipelines a command a job; what counts is that no job waits for another.
    expect(bus.roundTrips - before).toBeLessThan(150);
    const { handle, keys } = collector();
    bus.consume('reconcile', 0, handle);
    await until('all jobs came', () => keys.length === 101);
    expect(new Set(keys).size).toBe(101);
  });

  it('tries again what failed, and says so', async () => {
    const errors: unknown[] = [];
    const bus = await open((error) => errors.push(error));
    const [first, second] = [new Error('first'), new Error('second')];
    const { handle, keys } = collector({ kind: 'retry', error: first }, { kind: 'retry', error: second });
    bus.consume('reconcile', 0, handle);
    await bus.send('reconcile', 0, job('a'));
    await until('the job came three times', () => keys.length === 3);
    expect(errors).toEqual([first, second]);
    expect(bus.counts.read('c')).toEqual({ sent: 1, handled: 1 });
  });

  it('tries again what threw', async () => {
    const bus = await open();
    let tries = 0;
    bus.consume('reconcile', 0, async () => {
      if (tries++ === 0) throw new Error('no database');
      return DONE;
    });
    await bus.send('reconcile', 0, job('a'));
    await until('the job came twice', () => tries === 2);
  });

  it('keeps what is given up for the administrator and goes on', async () => {
    const bus = await open();
    const { handle, keys } = collector({ kind: 'give-up', error: new Error('nonsense') });
    bus.consume('reconcile', 0, handle);
    await bus.send('reconcile', 0, job('hopeless'));
    await until('the job came', () => keys.length === 1);
    await bus.send('reconcile', 0, job('fine'));
    await until('the next came', () => keys.length === 2);
    expect(keys).toEqual(['hopeless', 'fine']);
    const [queue] = bus.inspect('reconcile', 1);
    const [failed] = await until('it is kept', async () => {
      const jobs = await queue!.getFailed();
      return jobs.length > 0 ? jobs : false;
    });
    expect(failed!.failedReason).toBe('nonsense');
    expect(bus.counts.read('c')).toEqual({ sent: 2, handled: 2 });
  });

  it('counts by cluster, and knows whether anything is open', async () => {
    const bus = await open();
    const shards = { scheduling: 1, kubelet: 1, heartbeats: 1, evictions: 1, descheduling: 1, reconcile: 1 };
    expect(await bus.hasOpenJobs(shards)).toBe(false);
    await bus.send('reconcile', 0, job('a'));
    await bus.send('reconcile', 0, { ...job('b'), cluster: 'd' });
    expect(await bus.hasOpenJobs(shards)).toBe(true);
    expect([bus.counts.read('c'), bus.counts.read('d')]).toEqual([
      { sent: 1, handled: 0 },
      { sent: 1, handled: 0 },
    ]);
    const { handle } = collector();
    bus.consume('reconcile', 0, handle);
    await until('nothing is open', async () => !(await bus.hasOpenJobs(shards)));
    expect([bus.counts.read('c'), bus.counts.read('d')]).toEqual([
      { sent: 1, handled: 1 },
      { sent: 1, handled: 1 },
    ]);
  });

  describe('jobs that come again and again', () => {
    const place = { queue: 'reconcile', shard: 0, id: 'again' } as const;
    const shards = { scheduling: 1, kubelet: 1, heartbeats: 1, evictions: 1, descheduling: 1, reconcile: 1 };
    const oftenFrom = (firstMs: number): JobInterval => ({ everyMs: 300, firstMs });

    it('outlive who asked for them, come in their rhythm and end when they are taken away', async () => {
      const first = await open();
      const firstMs = Date.now() + 200;
      expect(await first.repetitions.ensure(place, oftenFrom(firstMs), job('a'))).toBe(true);
      expect(await first.repetitions.ensure(place, oftenFrom(firstMs + 600), job('a'))).toBe(false);
      await Promise.all(opened.splice(0).map((each) => each.close()));
      const bus = await open();
      const came: unknown[] = [];
      bus.consume('reconcile', 0, async ({ keys }, { repetition }) => {
        came.push([...keys, repetition, Date.now() >= firstMs]);
        return DONE;
      });
      await until('it came three times', () => came.length >= 3);
      expect(came.slice(0, 3)).toEqual(Array(3).fill(['a', 'again', true]));
      expect(await bus.repetitions.list('reconcile', 0)).toEqual(['again']);
      // No process sent them: a clock that counts jobs is not to wait for them. Another one may just be under way.
      await until('only one that waits for its time is left', async () => !(await bus.hasOpenJobs(shards)));
      expect(bus.counts.read('c')).toEqual({ sent: 0, handled: 0 });
      expect(await bus.repetitions.remove(place)).toBe(true);
      expect([await bus.repetitions.remove(place), await bus.repetitions.list('reconcile', 0)]).toEqual([false, []]);
      const [queue] = bus.inspect('reconcile', 1);
      await until(
        'nothing is left',
        async () => (await queue!.getJobCountByTypes('delayed', 'waiting', 'active')) === 0,
      );
    });

    it('change their rhythm, to that of a cron expression too, and keep one job waiting', async () => {
      const bus = await open();
      const [queue] = bus.inspect('reconcile', 1);
      const delayed = async (): Promise<(number | undefined)[]> => {
        const next = (await queue!.getJobSchedulers()).map((scheduler) => scheduler.next);
        expect(await queue!.getDelayedCount()).toBe(next.length);
        return next;
      };
      const hour = 3_600_000;
      const firstMs = Date.now() + hour + 12_345;
      await bus.repetitions.ensure(place, { everyMs: hour, firstMs }, job('a'));
      expect(await delayed()).toEqual([firstMs]);
      expect(await bus.repetitions.ensure(place, { everyMs: hour, firstMs: firstMs + 7 }, job('a'))).toBe(true);
      expect(await delayed()).toEqual([firstMs + 7]);
      expect(await bus.repetitions.ensure(place, { cron: '30 4 * * *' }, job('a'))).toBe(true);
      const [atMs, ...others] = await delayed();
      expect([new Date(atMs!).toISOString().slice(11), others]).toEqual(['04:30:00.000Z', []]);
      expect(await bus.repetitions.ensure(place, { cron: '30 4 * * *' }, job('a'))).toBe(false);
      await bus.repetitions.remove(place);
      expect(await delayed()).toEqual([]);
    });

    it('come to one consumer a time, and again when they failed', async () => {
      const [one, other] = await Promise.all([open(), open()]);
      const came: string[] = [];
      const endings: Ending[] = [{ kind: 'retry', error: new Error('not now') }];
      const take = (name: string): Handler<'reconcile'> => {
        return async () => {
          came.push(name);
          return endings.shift() ?? DONE;
        };
      };
      one.consume('reconcile', 0, take('one'));
      other.consume('reconcile', 0, take('other'));
      await one.repetitions.ensure(place, { everyMs: 3_600_000, firstMs: Date.now() + 200 }, job('a'));
      await until('it came again', () => came.length === 2);
      await until('it is done', async () => !(await one.hasOpenJobs(shards)));
      expect(came).toHaveLength(2);
      await one.repetitions.remove(place);
    });
  });

  it('finishes the job at hand when it closes, and leaves the rest', async () => {
    const [bus, next] = await Promise.all([open(), open()]);
    const started: string[] = [];
    let finish = (): void => undefined;
    const finished: string[] = [];
    const consumer = bus.consume('reconcile', 0, async ({ keys }) => {
      started.push(...keys);
      await new Promise<void>((resolve) => (finish = resolve));
      finished.push(...keys);
      return DONE;
    });
    await Promise.all([bus.send('reconcile', 0, job('a')), bus.send('reconcile', 0, job('b'))]);
    await until('the first job is at hand', () => started.length === 1);
    const closing = consumer.close();
    finish();
    await closing;
    expect(finished).toEqual(started);
    const { handle, keys } = collector();
    next.consume('reconcile', 0, handle);
    await until('the rest came to the next', () => keys.length === 1);
    expect([...started, ...keys].sort()).toEqual(['a', 'b']);
  });

  it('gives the job of a consumer that died to another', async () => {
    const bus = await open();
    const connection = await openQueueBackend(backend(), 1);
    let taken = false;
    const name = `${prefix}.reconcile.0`;
    // It takes the job and is heard of no more: its lock is never renewed.
    const die = async (): Promise<void> => {
      taken = true;
      await new Promise<never>(() => undefined);
    };
    const lock = { lockDuration: 500, lockRenewTime: 1_000_000, skipStalledCheck: true };
    const place = { connection: connection.workerConnection() as never, prefix: `{${prefix}}` };
    const dying = new Worker(name, die, { ...lock, ...place }, connection.factory as never);
    dying.on('error', () => undefined);
    await bus.send('reconcile', 0, job('inherited'));
    await until('the job is taken', () => taken);
    const { handle, keys } = collector();
    bus.consume('reconcile', 0, handle);
    await until('the heir has it', () => keys.length === 1);
    expect(keys).toEqual(['inherited']);
    await dying.close(true);
    await connection.close();
  });
}

describe('on Postgres', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(async () => {
    await database.drop();
  });
  conformance(() => ({ kind: 'postgres', url: database.url }));
});

describeWithRedis('on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    await redis?.stop();
  });
  conformance(() => ({ kind: 'redis', url: redis.url }));

  it('remembers what was routed until everything is lost', async () => {
    const options = { backend: { kind: 'redis', url: redis.url }, maxConsumers: 0, onError: () => undefined } as const;
    const bus = await Bus.open(options);
    expect(await bus.remembers('c')).toBe(false);
    await bus.remember('c');
    expect([await bus.remembers('c'), await bus.remembers('d')]).toEqual([true, false]);
    await redis.flushAll();
    expect(await bus.remembers('c')).toBe(false);
    await bus.close();
  });

  it('makes repetitions again after everything is lost', async () => {
    const options = { backend: { kind: 'redis', url: redis.url }, maxConsumers: 0, onError: () => undefined } as const;
    const bus = await Bus.open(options);
    const ensure = (): Promise<boolean> =>
      bus.repetitions.ensure({ queue: 'reconcile', shard: 0, id: 'x' }, { cron: '0 0 * * *' }, job('a'));
    expect([await ensure(), await ensure()]).toEqual([true, false]);
    await redis.flushAll();
    expect([await ensure(), await bus.repetitions.list('reconcile', 0)]).toEqual([true, ['x']]);
    await bus.close();
  });

  it('does not wait for a server that is gone when it closes', async () => {
    const gone = await startRedis();
    const bus = await Bus.open({
      backend: { kind: 'redis', url: gone.url },
      maxConsumers: 1,
      onError: () => undefined,
    });
    bus.consume('reconcile', 0, async () => DONE);
    await gone.stop();
    await bus.close();
  });
});
