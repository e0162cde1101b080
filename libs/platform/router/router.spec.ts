import { DONE } from '@orrery/bus';
import { ClockMode } from '@orrery/clock';
import { createLogger, Metrics } from '@orrery/service';
import { applyMigrations, CompactedError, loadCache, readChanges } from '@orrery/store';
import { createDatabase, describeWithRedis, startRedis, until } from '@orrery/test-services';
import { ControlPlane, SOLO_SHARDS, requireKind, type Component } from '@orrery/control-plane';
import { routerKind } from './router';

type PlaneOptions = Parameters<typeof ControlPlane.open>[0];

async function startPlane(
  options: Pick<PlaneOptions, 'databaseUrl' | 'queues' | 'isAlone' | 'components'>,
): Promise<ControlPlane> {
  const rest = { shards: SOLO_SHARDS, plugins: {}, logger: createLogger('test', 'error'), metrics: new Metrics() };
  const plane = await ControlPlane.open({ ...options, ...rest });
  await plane.start();
  return plane;
}

it('keeps the log short, and no reader misses anything', async () => {
  const database = await createDatabase();
  await applyMigrations(database.url);
  const queues = { kind: 'postgres', url: database.url } as const;
  const plane = await startPlane({ databaseUrl: database.url, queues, isAlone: true, components: [routerKind(1, 20)] });
  const { store, cache, id } = (await plane.createCluster({ name: 'long' }))!;
  const names = Array.from({ length: 100 }, (_, i) => `map-${i}`);
  const kind = requireKind('v1', 'ConfigMap');
  const target = (name: string) => ({ kind, namespace: 'default', name });
  await store.createMany(names.map((name) => ({ ...target(name), input: { metadata: { name } } })));
  await store.deleteMany(names.slice(1).map(target));
  const head = cache.revision;
  const { database: log } = plane;
  const { log: ownLog } = await log.prisma.cluster.findUniqueOrThrow({ where: { id } });
  // What objects are now stays, and so does what they were at the beginning of what is kept.
  const past = async () =>
    (await log.prisma.change.count({ where: { log: ownLog } })) -
    (await log.prisma.object.count({ where: { cluster: id } }));
  await until('the log is short', async () => (await past()) < 44);
  await expect(readChanges(log, id, 0)).rejects.toBeInstanceOf(CompactedError);
  const kept = await readChanges(log, id, head - 20);
  expect(kept.map(({ revision }) => revision)).toEqual(Array.from({ length: 20 }, (_, i) => head - 19 + i));
  expect((await loadCache(plane.database, id))!.count('configmaps')).toBe(cache.count('configmaps'));
  await plane.stop();
  await database.drop();
});

it('shortens the log of a cluster that never rests as well', async () => {
  const database = await createDatabase();
  await applyMigrations(database.url);
  const queues = { kind: 'postgres', url: database.url } as const;
  const plane = await startPlane({ databaseUrl: database.url, queues, isAlone: true, components: [routerKind(1, 20)] });
  const { store, id } = (await plane.createCluster({ name: 'busy' }))!;
  const kind = requireKind('v1', 'ConfigMap');
  let written = 0;
  await until('the log was shortened between two writes', async () => {
    const name = `map-${written++}`;
    await store.create({ kind, namespace: 'default', input: { metadata: { name } } });
    const { compacted } = await plane.database.prisma.cluster.findUniqueOrThrow({ where: { id } });
    return compacted > 0n;
  });
  await plane.stop();
  await database.drop();
});

it('says when the log is not shortened any more, holds up no writer meanwhile, and says when it is again', async () => {
  const database = await createDatabase();
  await applyMigrations(database.url);
  const queues = { kind: 'postgres', url: database.url } as const;
  const plane = await startPlane({ databaseUrl: database.url, queues, isAlone: true, components: [routerKind(1, 20)] });
  const rename = (from: string, to: string) => plane.database.pool.query(`ALTER FUNCTION ${from} RENAME TO ${to}`);
  await rename('orrery_shorten_log', 'away');
  const { store } = (await plane.createCluster({ name: 'stuck' }))!;
  const kind = requireKind('v1', 'ConfigMap');
  const names = Array.from({ length: 100 }, (_, i) => `map-${i}`);
  await store.createMany(names.map((name) => ({ kind, namespace: 'default', input: { metadata: { name } } })));
  await until('the process is not ready', async () => plane.unready().includes('log-maintenance/stuck'));
  await store.create({ kind, namespace: 'default', input: { metadata: { name: 'meanwhile' } } });
  await rename('away', 'orrery_shorten_log');
  await until('the process is ready', async () => plane.unready().length === 0);
  await plane.stop();
  await database.drop();
});

it('keeps what the settings of a cluster say', async () => {
  const database = await createDatabase();
  await applyMigrations(database.url);
  const queues = { kind: 'postgres', url: database.url } as const;
  const plane = await startPlane({ databaseUrl: database.url, queues, isAlone: true, components: [routerKind(1, 20)] });
  const clock = { mode: ClockMode.Manual };
  const settings = { all: { everything: true }, recent: { duration: '1m' } };
  const runtimes = await Promise.all(
    Object.entries(settings).map(([name, history]) => plane.createCluster({ name, clock, settings: { history } })),
  );
  const kind = requireKind('v1', 'ConfigMap');
  const write = async (from: number): Promise<void> => {
    const names = Array.from({ length: 50 }, (_, i) => `map-${from + i}`);
    const requests = names.map((name) => ({ kind, namespace: 'default', input: { metadata: { name } } }));
    await Promise.all(runtimes.map((runtime) => runtime!.store.createMany(requests)));
  };
  await write(0);
  const [, recent] = runtimes;
  const before = recent!.cache.revision;
  // No component takes the jobs, so the clock cannot be advanced by settling.
  for (const runtime of runtimes) runtime!.clock.hearOf(runtime!.clock.now() + 61_000);
  await write(50);
  await until('what is older than a minute is gone', async () => {
    const extent = await recent!.records.history.extent();
    return extent!.compacted === before;
  });
  expect(await runtimes[0]!.records.history.extent()).toMatchObject({ compacted: 0 });
  await plane.stop();
  await database.drop();
});

it('routes again what had been handed over and was not handled when the process ended', async () => {
  const database = await createDatabase();
  await applyMigrations(database.url);
  const queues = { kind: 'postgres', url: database.url } as const;
  const starting = async (handle: Component<'reconcile'>['handle']): Promise<ControlPlane> => {
    const start = async (): Promise<void> => undefined;
    const create = () => ({ start, stop: start, handle: handle! });
    const kind = { name: 'controller-manager', shards: 1, split: 'clusters', queues: ['reconcile'], create } as const;
    return startPlane({ databaseUrl: database.url, queues, isAlone: true, components: [kind, routerKind(1)] });
  };
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const begun: string[] = [];
  const first = await starting(async ({ controller, keys }) => {
    begun.push(...keys.map((key) => `${controller} ${key}`));
    await finished;
    return DONE;
  });
  await first.createCluster({ name: 'slow' });
  await until('a job was handed over', () => begun.length > 0);
  await first.stop();
  const again = new Set<string>();
  const second = await starting(async ({ controller, keys }) => {
    for (const key of keys) again.add(`${controller} ${key}`);
    return DONE;
  });
  await until('the same work has come', () => begun.every((work) => again.has(work)));
  finish();
  await second.stop();
  await database.drop();
});

describeWithRedis('the router on Redis', () => {
  it('puts all work on the queues again after Redis lost it', async () => {
    const [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    await applyMigrations(database.url);
    // No worker takes the jobs: they stay where they are.
    const queues = { kind: 'redis', url: redis.url } as const;
    const plane = await startPlane({ databaseUrl: database.url, queues, isAlone: false, components: [routerKind(1)] });
    await plane.createCluster({ name: 'forgotten' });
    const [queue] = plane.bus.inspect('reconcile', 1);
    const namespaces = async (): Promise<string[] | false> => {
      const jobs = (await queue!.getWaiting()) as { data: { controller: string; keys: string[] } }[];
      const keys = jobs.filter(({ data }) => data.controller === 'namespace').flatMap(({ data }) => data.keys);
      return keys.length >= 4 ? [...new Set(keys)].sort() : false;
    };
    const before = await until('the namespaces are to be furnished', namespaces);
    await redis.flushAll();
    expect(await namespaces()).toBe(false);
    const after = await until('the work is back', namespaces);
    expect(after).toEqual(before);
    expect(after).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
    await plane.stop();
    await redis.stop();
    await database.drop();
  });
});
