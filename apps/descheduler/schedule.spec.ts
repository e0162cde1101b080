import { isDeepStrictEqual } from 'node:util';
import { ClockMode } from '@orrery/clock';
import {
  type DeschedulingSchedule,
  ControlPlane,
  repetitionOf,
  SOLO_SHARDS,
  type ClusterRuntime,
} from '@orrery/control-plane';
import { lastCycleMs, nextCycleMs, type DeschedulingRun } from '@orrery/descheduler-cycles';
import { builtInPlugins } from '@orrery/scheduler-plugins';
import { createLogger, Metrics } from '@orrery/service';
import { applyMigrations } from '@orrery/store';
import {
  createDatabase,
  describeWithRedis,
  startRedis,
  until,
  type FreshDatabase,
  type RedisServer,
} from '@orrery/test-services';
import { deschedulerKind } from './descheduler.component';

const POLICY = { apiVersion: 'descheduler/v1alpha2', kind: 'DeschedulerPolicy', profiles: [] };
const NOON = Date.parse('2026-03-01T12:00:00Z');

describe('the instants of a schedule', () => {
  const at = (text: string): number => Date.parse(`2026-03-01T${text}Z`);
  const hourly = { policy: POLICY, cron: '0 * * * *', sinceMs: NOON };
  const often = { policy: POLICY, interval: '7m', sinceMs: NOON + 30_000 };

  test.each([
    { schedule: hourly, now: '12:00:00', last: undefined, next: '13:00:00' },
    { schedule: hourly, now: '12:59:59.999', last: undefined, next: '13:00:00' },
    { schedule: hourly, now: '13:00:00', last: '13:00:00', next: '14:00:00' },
    { schedule: hourly, now: '15:30:00', last: '15:00:00', next: '16:00:00' },
    { schedule: often, now: '12:00:30', last: undefined, next: '12:07:30' },
    { schedule: often, now: '12:07:29.999', last: undefined, next: '12:07:30' },
    { schedule: often, now: '12:07:30', last: '12:07:30', next: '12:14:30' },
    { schedule: often, now: '12:20:00', last: '12:14:30', next: '12:21:30' },
  ])('at $now: before $last, then $next', ({ schedule, now, last, next }) => {
    expect(lastCycleMs(schedule, at(now))).toBe(last && at(last));
    expect(nextCycleMs(schedule, at(now))).toBe(at(next));
  });
});

/** Tests that hold on every server of queues. */
function stories(redis: () => RedisServer | undefined): void {
  let database: FreshDatabase;
  const planes: ControlPlane[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    await applyMigrations(database.url);
  });
  afterAll(async () => {
    await stop();
    await database.drop();
  });

  async function start(isAlone = true): Promise<ControlPlane> {
    const server = redis();
    const plane = await ControlPlane.open({
      databaseUrl: database.url,
      queues: server ? { kind: 'redis', url: server.url } : { kind: 'postgres', url: database.url },
      isAlone,
      shards: SOLO_SHARDS,
      plugins: builtInPlugins(),
      components: [deschedulerKind(1)],
      logger: createLogger('test', 'fatal'),
      metrics: new Metrics(),
    });
    planes.push(plane);
    await plane.start();
    return plane;
  }

  async function stop(): Promise<void> {
    await Promise.all(planes.splice(0).map((plane) => plane.stop()));
  }

  const setSchedule = async (
    runtime: ClusterRuntime,
    request: Partial<DeschedulingSchedule> | undefined,
  ): Promise<void> => {
    const sinceMs = runtime.clock.now();
    await runtime.changeSettings(({ descheduler: _old, ...others }) =>
      request ? { ...others, descheduler: { policy: POLICY, sinceMs, ...request } } : others,
    );
  };
  const startsOf = async ({ records }: ClusterRuntime): Promise<number[]> => {
    const runs = await records.descheduling.read({ first: 100 });
    return runs.map(({ text }) => (JSON.parse(text) as DeschedulingRun).startedAtMs).reverse();
  };
  const repeated = (plane: ControlPlane): Promise<string[]> => plane.bus.repetitions.list('descheduling', 0);
  /**
   * Waits until the schedules are repeated. A change of a schedule waits a second for the server of the queues: on a
   * busy machine that may not be enough.
   */
  const untilRepeated = (plane: ControlPlane, names: readonly string[]): Promise<unknown> =>
    until(`repeated: ${names.join()}`, async () => isDeepStrictEqual(await repeated(plane), names));

  it('lives on the server of the queues while cluster time is real time, and on the cluster’s clock otherwise', async () => {
    const plane = await start();
    const runtime = (await plane.createCluster({ name: 'modes' }))!;
    await setSchedule(runtime, { cron: '* * * * *' });
    await untilRepeated(plane, ['modes']);
    await runtime.setClock(ClockMode.Scaled, 60);
    await until('none is left', async () => (await repeated(plane)).length === 0);
    await runtime.setClock(ClockMode.Real, 1);
    await setSchedule(runtime, { interval: '1h' });
    await untilRepeated(plane, ['modes']);
    // What is due by the clock in hand is run then; what was due before has been.
    await runtime.setClock(ClockMode.Manual, 1);
    // On a slow machine a minute of the scaled clock may have passed, and its cycle begins only now.
    await runtime.activity.idle();
    const { length: before } = await startsOf(runtime);
    const sinceMs = runtime.clock.now();
    await setSchedule(runtime, { interval: '10m' });
    await runtime.advance({ untilMs: sinceMs + 35 * 60_000 });
    await untilRepeated(plane, []);
    const starts = (await startsOf(runtime)).slice(before);
    expect(starts.map((atMs) => (atMs - sinceMs) / 60_000)).toEqual([10, 20, 30]);
    await runtime.setClock(ClockMode.Real, 1);
    await until('it is there again', async () => (await repeated(plane)).length === 1);
    // A cluster whose time is not the machine's has other hours than its cron expressions would have there.
    await setSchedule(runtime, { cron: '0 4 * * *' });
    await untilRepeated(plane, []);
    await setSchedule(runtime, { interval: '1h' });
    await untilRepeated(plane, ['modes']);
    await setSchedule(runtime, undefined);
    await untilRepeated(plane, []);
    await setSchedule(runtime, { interval: '1h' });
    expect(await plane.deleteCluster('modes')).toBe(true);
    await untilRepeated(plane, []);
    await stop();
  });

  it('is one however many processes there are, and the cycles go on when one of them leaves', async () => {
    const [first, second] = [await start(false), await start(false)];
    const runtime = (await first.createCluster({ name: 'several' }))!;
    await setSchedule(runtime, { interval: '1s' });
    const sinceMs = runtime.clock.now();
    const count = async (): Promise<number> => (await startsOf((await second.cluster('several'))!)).length;
    await until('a cycle ran', async () => (await count()) >= 1);
    await untilRepeated(second, ['several']);
    planes.splice(planes.indexOf(first), 1);
    await first.stop();
    const before = await count();
    await until('the other goes on', async () => (await count()) > before);
    const starts = await startsOf((await second.cluster('several'))!);
    const dues = starts.map((atMs) => Math.floor((atMs - sinceMs + 500) / 1000));
    expect(new Set(dues).size).toBe(dues.length);
    // Its deletion removes the job scheduler, too.
    await second.deleteCluster('several');
    await until('none is left', async () => (await repeated(second)).length === 0);
    await stop();
  });

  it('survives the death of every process and of the queues; no cycle comes twice, none is lost', async () => {
    let plane = await start();
    let runtime = (await plane.createCluster({ name: 'deaths' }))!;
    await setSchedule(runtime, { interval: '1s' });
    const sinceMs = runtime.clock.now();
    await until('a cycle ran', async () => (await startsOf(runtime)).length >= 1);
    await stop();
    const before = Date.now();
    await redis()?.flushAll();
    // Time passes while no process runs; the cycle that is due then is made up for.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    plane = await start();
    runtime = (await plane.cluster('deaths'))!;
    const later = (): Promise<boolean> => startsOf(runtime).then((starts) => starts.at(-1)! > before + 1050);
    await until('it goes on', later);
    await untilRepeated(plane, ['deaths']);
    const seconds = (await startsOf(runtime)).map((atMs) => Math.floor((atMs - sinceMs + 500) / 1000));
    expect(new Set(seconds).size).toBe(seconds.length);
    await redis()?.flushAll();
    await until('it is made again', async () => (await repeated(plane)).length === 1);
    // A repetition that was left behind goes when it is due.
    const orphan = { ...repetitionOf('descheduling', 'deaths', SOLO_SHARDS), id: 'gone' };
    await plane.bus.repetitions.ensure(orphan, { everyMs: 200, firstMs: Date.now() }, { cluster: 'gone' });
    await until('it is gone', async () => !(await repeated(plane)).includes('gone'));
    await plane.deleteCluster('deaths');
    await stop();
  });
}

describe('on Postgres', () => stories(() => undefined));

describeWithRedis('on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    await redis.stop();
  });
  stories(() => redis);
});
