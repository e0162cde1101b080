import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildNode } from '@orrery/pod-lifecycle';
import {
  createDatabase,
  describeWithRedis,
  imageLayout,
  KubernetesClient,
  RawClient,
  startRedis,
  Topology,
  until,
  type FreshDatabase,
  type RedisServer,
} from '@orrery/test-services';

const PODS = 60;

describeWithRedis('two API servers, two schedulers and three kubelets in processes of their own', () => {
  let database: FreshDatabase;
  let redis: RedisServer;
  let topology: Topology;
  let client: KubernetesClient;
  let image: ReturnType<typeof imageLayout>;

  beforeAll(async () => {
    execFileSync(process.execPath, ['tools/build.mjs', '--if-stale'], { cwd: join(__dirname, '../../..') });
    image = imageLayout();
    [database, redis] = await Promise.all([createDatabase(), startRedis()]);
    topology = await Topology.start({
      databaseUrl: database.url,
      redisUrl: redis.url,
      counts: { 'api-server': 2, scheduler: 2, kubelet: 3 },
      variables: { ORRERY_NODES: '4', ORRERY_ZONES: '2' },
      // As in a container: what the image lacks would be missed here.
      folder: image.folder,
    });
    client = new KubernetesClient(() => topology.url);
  });

  afterAll(async () => {
    await topology?.kill();
    await redis?.stop();
    await database?.drop();
    image?.remove();
  });

  it('has made the nodes it is configured to make', async () => {
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
    const pods = await until('all pods run', async () => {
      const found = await client.list(path);
      return found.length === PODS && found.every((pod) => (pod.status as { phase: string }).phase === 'Running')
        ? found
        : false;
    });
    const used = new Set(pods.map((pod) => (pod.spec as { nodeName: string }).nodeName));
    expect([...used].sort()).toEqual(['extra-1', 'extra-2', 'node-1', 'node-2', 'node-3', 'node-4']);
  });

  it('every API server shows what another one acknowledged, in lists, reads, watch lists and discovery', async () => {
    const [one, other] = topology.urls.map((url) => new KubernetesClient(() => url)) as [
      KubernetesClient,
      KubernetesClient,
    ];
    const path = '/api/v1/namespaces/default/configmaps';
    for (let i = 0; i < 50; i++) {
      const [writer, reader] = i % 2 === 0 ? [one, other] : [other, one];
      const name = `seen-${i}`;
      const { metadata } = await writer.create(path, { metadata: { name } });
      const listed = await reader.list(i % 3 === 0 ? `${path}?resourceVersion=${metadata.resourceVersion}` : path);
      expect(listed.map((each) => each.metadata.name)).toContain(name);
      expect((await reader.get(`${path}/${name}`)).metadata.uid).toBe(metadata.uid);
    }
    await one.create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'things', kind: 'Thing' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    });
    await until('the definition is established', async () => (await discovered(topology.urls[0]!)).includes('things'));
    expect(await discovered(topology.urls[1]!)).toContain('things');
    await one.create('/apis/example.com/v1/namespaces/default/things', { metadata: { name: 'a' } });
    expect(await firstEvents(topology.urls[1]!, '/apis/example.com/v1/things', 2)).toEqual(['ADDED', 'BOOKMARK']);
  });

  it('static pods, limits on memory and faults are seen to by the kubelet of the node', async () => {
    const manifests = JSON.stringify([
      { metadata: { name: 'etcd' }, spec: { containers: [{ name: 'etcd', image: 'e' }] } },
    ]);
    const annotations = { 'orrery.dev/static-pods': manifests };
    await client.create('/api/v1/nodes', buildNode({ name: 'static-1', annotations }, Date.now()));
    await client.create('/apis/sim.orrery.dev/v1/podbehaviors', {
      metadata: { name: 'leak' },
      spec: { selector: { names: ['leak'] }, containers: { app: { usage: { memory: '1Mi,2s~2Gi' } } } },
    });
    const path = '/api/v1/namespaces/default/pods';
    const resources = { limits: { memory: '1Gi' } };
    const containers = [{ name: 'app', image: 'nginx', resources }];
    await client.create(path, { metadata: { name: 'leak' }, spec: { nodeName: 'node-1', containers } });
    const query =
      'mutation { injectFault(input: { kind: NETWORK_NOT_READY, nodes: ["node-2"] }) { nodes errors { message } } }';
    const answer = await fetch(`${topology.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(await answer.json()).toEqual({ data: { injectFault: { nodes: ['node-2'], errors: [] } } });
    const statusOf = async <T>(of: string): Promise<T> => (await client.get(of)).status as T;
    type PodStatus = {
      phase: string;
      containerStatuses: { restartCount: number; lastState: { terminated?: { reason: string } } }[];
    };
    const killed = await until('the kernel has killed', async () => {
      const [app] = (await statusOf<PodStatus>(`${path}/leak`)).containerStatuses ?? [];
      return app && app.restartCount > 0 && app;
    });
    expect(killed.lastState.terminated).toMatchObject({ reason: 'OOMKilled' });
    await until('the mirror shows its pod', async () => {
      const mirrors = await client.list(path);
      const mirror = mirrors.find(({ metadata }) => metadata.name === 'etcd-static-1');
      return (mirror?.status as { phase?: string } | undefined)?.phase === 'Running';
    });
    await until('the node is not ready', async () => {
      const { conditions } = await statusOf<{ conditions: { type: string; status: string }[] }>('/api/v1/nodes/node-2');
      return conditions.some(({ type, status }) => type === 'Ready' && status === 'False');
    });
  });

  it('ends every process with 0 on SIGTERM', async () => {
    const ends = await topology.terminate();
    expect(ends).toEqual({
      'api-server-1': 0,
      'api-server-2': 0,
      'scheduler-1': 0,
      'scheduler-2': 0,
      'node-lifecycle-controller': 0,
      'kubelet-1': 0,
      'kubelet-2': 0,
      'kubelet-3': 0,
      'controller-manager': 0,
      descheduler: 0,
    });
  });
});

async function discovered(url: string): Promise<string[]> {
  const response = await fetch(`${url}/apis/example.com/v1`);
  if (!response.ok) return [];
  const { resources } = (await response.json()) as { resources: { name: string }[] };
  return resources.map(({ name }) => name);
}

/** The types of the first events of a watch that begins with the state. */
async function firstEvents(url: string, path: string, count: number): Promise<unknown[]> {
  const query = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  const lines = await new RawClient(url).watchLines(`${path}?${query}`, count);
  return lines.map(({ type }) => type);
}
