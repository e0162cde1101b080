import { ControlPlane, shardsOf, type ClusterRuntime } from '@orrery/control-plane';
import { createLogger, Metrics } from '@orrery/service';
import { checkHistory, readHistory } from '../../libs/testing/history-checker';
import {
  createDatabase,
  describeWithRedis,
  KubernetesClient,
  PodLoad,
  startRedis,
  Topology,
  until,
  type FreshDatabase,
  type RedisServer,
} from '../../libs/testing/processes';

/** Room for all pods of all tests, and not much more: 4 cpu a node, 50m a pod. */
const NODES = 48;
const PODS = 2000;

describeWithRedis('whatever dies', () => {
  let database: FreshDatabase;
  let redis: RedisServer;
  let topology: Topology;
  let client: KubernetesClient;
  let observer: ControlPlane;
  let cluster: ClusterRuntime;

  beforeAll(async () => {
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    topology = await Topology.start({
      databaseUrl: database.url,
      redisUrl: redis.url,
      counts: { scheduler: 2, kubelet: 3 },
      variables: { ORRERY_NODES: String(NODES) },
    });
    client = new KubernetesClient(() => topology.url);
    observer = await ControlPlane.open({
      databaseUrl: database.url,
      queues: { kind: 'redis', url: redis.url },
      isAlone: false,
      shards: shardsOf({ clusterShards: 4, kubeletShards: 8 }),
      components: [],
      logger: createLogger('observer', 'silent'),
      metrics: new Metrics(),
    });
    await observer.start();
    cluster = (await observer.cluster('default'))!;
  }, 90_000);

  afterAll(async () => {
    await observer?.stop();
    await topology?.kill();
    await redis?.stop();
    await database?.drop();
  });

  /** Waits until the load runs, then goes through the whole history of the cluster. */
  async function violationsAfter(load: PodLoad): Promise<string[]> {
    const names = [...load.acknowledged].map((key) => key.slice(key.indexOf('/') + 1));
    await until('all pods run', 45, () =>
      names.every((name) => {
        const pod = cluster.cache.get({ resource: 'pods', namespace: 'default', name });
        return (pod?.status as { phase?: string } | undefined)?.phase === 'Running';
      }),
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${topology.log}`);
    });
    return checkHistory(await readHistory(observer.database, 'default'), { pods: load.acknowledged });
  }

  it('loses nothing when every process is killed in turn', async () => {
    const load = new PodLoad(client, 'kill');
    const chunk = Math.ceil(PODS / topology.processes.length);
    for (const process of topology.processes) {
      const before = load.acknowledged.size;
      const creating = load.create(chunk);
      await until('the load is on its way', 20, () => load.acknowledged.size > before + chunk / 4);
      await process.kill();
      process.start();
      await Promise.all([creating, process.ready(30)]);
    }
    expect(load.acknowledged.size).toBe(chunk * topology.processes.length);
    expect(await violationsAfter(load)).toEqual([]);
  }, 120_000);

  it('loses nothing when Redis loses everything', async () => {
    const load = new PodLoad(client, 'flush');
    const creating = load.create(1000);
    for (const share of [200, 500, 800]) {
      await until('the load is on its way', 20, () => load.acknowledged.size >= share);
      await redis.flushAll();
    }
    await creating;
    expect(await violationsAfter(load)).toEqual([]);
  }, 90_000);

  it('loses nothing when every connection to Postgres breaks', async () => {
    const load = new PodLoad(client, 'break');
    const creating = load.create(800);
    for (const share of [200, 500]) {
      await until('the load is on its way', 20, () => load.acknowledged.size >= share);
      expect(await database.breakConnections()).toBeGreaterThan(topology.processes.length);
    }
    await creating;
    expect(topology.processes.filter((process) => process.hasEnded).map(({ label }) => label)).toEqual([]);
    expect(await violationsAfter(load)).toEqual([]);
  }, 90_000);
});
