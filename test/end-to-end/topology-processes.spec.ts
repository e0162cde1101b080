import { buildNode } from '@orrery/pod-lifecycle';
import {
  createDatabase,
  describeWithRedis,
  KubernetesClient,
  startRedis,
  Topology,
  until,
  type FreshDatabase,
  type RedisServer,
} from '../../libs/testing/processes';

const PODS = 60;

describeWithRedis('two schedulers and three kubelets in processes of their own', () => {
  let database: FreshDatabase;
  let redis: RedisServer;
  let topology: Topology;
  let client: KubernetesClient;

  beforeAll(async () => {
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    topology = await Topology.start({
      databaseUrl: database.url,
      redisUrl: redis.url,
      counts: { scheduler: 2, kubelet: 3 },
      variables: { ORRERY_NODES: '4', ORRERY_ZONES: '2' },
    });
    client = new KubernetesClient(() => topology.url);
  }, 90_000);

  afterAll(async () => {
    await topology?.kill();
    await redis?.stop();
    await database?.drop();
  });

  it('has made the nodes it was told to make', async () => {
    const nodes = await client.list('/api/v1/nodes');
    expect(nodes.map(({ metadata }) => metadata.name).sort()).toEqual(['node-1', 'node-2', 'node-3', 'node-4']);
  });

  it('places and runs pods, on added nodes too', async () => {
    for (const name of ['extra-1', 'extra-2']) {
      await client.create('/api/v1/nodes', buildNode({ name, zone: 'zone-3' }, Date.now()));
    }
    const path = '/api/v1/namespaces/default/pods';
    await Promise.all(
      Array.from({ length: PODS }, (_, i) =>
        client.create(path, {
          metadata: { name: `web-${i}`, labels: { app: 'web' } },
          spec: { containers: [{ name: 'web', image: 'nginx', resources: { requests: { cpu: '100m' } } }] },
        }),
      ),
    );
    const pods = await until('all pods run', 30, async () => {
      const found = await client.list(path);
      return found.length === PODS && found.every((pod) => (pod.status as { phase: string }).phase === 'Running')
        ? found
        : false;
    });
    const used = new Set(pods.map((pod) => (pod.spec as { nodeName: string }).nodeName));
    expect([...used].sort()).toEqual(['extra-1', 'extra-2', 'node-1', 'node-2', 'node-3', 'node-4']);
  }, 60_000);

  it('ends every process with 0 on SIGTERM', async () => {
    const ends = await topology.terminate();
    expect(ends).toEqual({
      'api-server': 0,
      'scheduler-1': 0,
      'scheduler-2': 0,
      'node-lifecycle-controller': 0,
      'kubelet-1': 0,
      'kubelet-2': 0,
      'kubelet-3': 0,
      'controller-manager': 0,
    });
  }, 30_000);
});
