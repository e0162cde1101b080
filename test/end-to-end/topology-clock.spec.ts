import { ControlPlane, shardsOf } from '@orrery/control-plane';
import { createLogger, Metrics } from '@orrery/service';
import {
  createDatabase,
  describeWithRedis,
  startRedis,
  tellNodeFailure,
  Topology,
  type FreshDatabase,
  type RedisServer,
} from '../../libs/testing/processes';

const START_MS = Date.parse('2026-03-01T12:00:00Z');
const UNREACHABLE = 'node.kubernetes.io/unreachable';

describeWithRedis('a manual clock over many processes', () => {
  let database: FreshDatabase;
  let redis: RedisServer;
  let topology: Topology;
  let plane: ControlPlane;

  beforeAll(async () => {
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    topology = await Topology.start({
      databaseUrl: database.url,
      redisUrl: redis.url,
      counts: { scheduler: 2, kubelet: 3 },
      variables: { ORRERY_NODES: '0', ORRERY_CLOCK: 'manual' },
    });
    plane = await ControlPlane.open({
      databaseUrl: database.url,
      queues: { kind: 'redis', url: redis.url },
      isAlone: false,
      shards: shardsOf({ clusterShards: 4, kubeletShards: 8 }),
      components: [],
      logger: createLogger('test', 'warn'),
      metrics: new Metrics(),
    });
    await plane.start();
  }, 90_000);

  afterAll(async () => {
    await plane?.stop();
    await topology?.kill();
    await redis?.stop();
    await database?.drop();
  });

  it('tells a node failure at the instants of the specification', async () => {
    const clock = { mode: 'manual' as const };
    const runtime = (await plane.createCluster({ name: 'story', seed: 's', clock, startMs: START_MS }))!;
    const timeline = await tellNodeFailure(runtime, START_MS);
    // Silent since 100: the last renewal is at 9x; unknown 55 s after it was seen, tainted with NoExecute 5 s later.
    expect(timeline).toEqual([]);
  }, 60_000);
});
