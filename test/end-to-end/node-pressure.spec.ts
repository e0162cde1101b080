import { podOf } from '../../libs/testing/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../libs/testing/graphql-server';

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string;
}
interface SeenNode {
  readonly taints: readonly { readonly key: string; readonly effect: string }[];
  readonly conditions: readonly Condition[];
}
interface SeenPod {
  readonly metadata: { readonly name: string };
  readonly status: { readonly phase: string; readonly reason?: string; readonly message?: string };
}

const at = (seconds: number): string => new Date(Date.parse('2026-03-01T12:00:00Z') + seconds * 1000).toISOString();

async function goTo(cluster: TestGraphqlCluster, seconds: number): Promise<void> {
  await cluster.mutate('advanceClock', { to: at(seconds) }, 'events');
}

async function nodeOf(cluster: TestGraphqlCluster): Promise<SeenNode> {
  const { node } = await cluster.query<{ node: SeenNode }>(
    '{ node(name: "n") { taints { key effect } conditions { type status lastTransitionTime } } }',
  );
  return node;
}

async function pressures(cluster: TestGraphqlCluster): Promise<string[]> {
  const { conditions } = await nodeOf(cluster);
  return conditions.filter(({ type, status }) => type !== 'Ready' && status === 'True').map(({ type }) => type);
}

async function podsOf(cluster: TestGraphqlCluster): Promise<Record<string, string>> {
  const url = `${server.url}/clusters/${cluster.name}/api/v1/namespaces/default/pods`;
  const { items } = (await (await fetch(url)).json()) as { items: SeenPod[] };
  return Object.fromEntries(
    items.map(({ metadata, status }) => [metadata.name, [status.phase, status.reason].filter(Boolean).join(' ')]),
  );
}

const HARD_500 = JSON.stringify({ evictionHard: { 'memory.available': '500Mi' } });

/** H23's node of 10Gi, of which the system takes 1100Mi. */
async function clusterOf(
  settings: Record<string, unknown>,
  annotations: Record<string, string> = {},
): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ settings });
  const node = {
    name: 'n',
    capacity: { cpu: '16', memory: '10Gi' },
    annotations: { 'orrery.dev/usage-memory': '1100Mi', 'orrery.dev/kubelet-configuration': HARD_500, ...annotations },
  };
  await cluster.mutate('addNode', node, 'node { id }');
  return cluster;
}

interface PodWish {
  readonly request?: string;
  readonly limit?: string;
  readonly memory?: string;
  readonly annotations?: Record<string, string>;
  readonly spec?: Record<string, unknown>;
}

async function addPod(cluster: TestGraphqlCluster, name: string, wish: PodWish): Promise<void> {
  const { request, limit, memory, annotations, spec } = wish;
  const resources = {
    ...(request === undefined ? {} : { requests: { cpu: '1', memory: request } }),
    ...(limit === undefined ? {} : { limits: { cpu: '1', memory: limit } }),
  };
  const pod = podOf(name, { node: 'n', spec: { containers: [{ name, image: 'app', resources }], ...spec } });
  const all = { ...(memory === undefined ? {} : { 'orrery.dev/usage-memory': memory }), ...annotations };
  const object = { ...pod, metadata: { name, annotations: all } };
  await cluster.mutate('createPod', { object }, 'pod { id }');
}

/** H23's pods; b jumps to 3584Mi at 23 s. */
async function addExamplePods(cluster: TestGraphqlCluster): Promise<void> {
  await addPod(cluster, 'a', { memory: '1024Mi' });
  await addPod(cluster, 'b', { request: '2Gi', memory: '1Gi' });
  await addPod(cluster, 'c', { request: '2Gi', memory: '1536Mi' });
  await addPod(cluster, 'd', { request: '2Gi', limit: '2Gi', memory: '2048Mi' });
  await addPod(cluster, 'e', { memory: '700Mi' });
}

describe('a node runs out of memory (H24)', () => {
  test.each([
    ['okd-legacy', 'a'],
    ['k8s-1.20', 'b'],
  ])('%s evicts %s, and the pressure passes after five minutes', async (bundle, victim) => {
    const cluster = await clusterOf({ bundle });
    await addExamplePods(cluster);
    await goTo(cluster, 22);
    expect(Object.values(await podsOf(cluster))).toEqual(Array(5).fill('Running'));
    const b = { metadata: { annotations: { 'orrery.dev/usage-memory': '3584Mi' } } };
    await goTo(cluster, 23);
    await patchPod(cluster, 'b', b);
    await goTo(cluster, 29);
    expect((await podsOf(cluster))[victim]).toBe('Running');
    await goTo(cluster, 30);
    expect((await podsOf(cluster))[victim]).toBe('Failed Evicted');
    expect(await pressures(cluster)).toEqual(['MemoryPressure']);
    expect((await nodeOf(cluster)).taints).toEqual([
      { key: 'node.kubernetes.io/memory-pressure', effect: 'NO_SCHEDULE' },
    ]);
    await addPod(cluster, 'late', { memory: '1Mi' });
    await goTo(cluster, 31);
    expect((await podsOf(cluster))['late']).toBe('Failed Evicted');
    await goTo(cluster, 339);
    expect(await pressures(cluster)).toEqual(['MemoryPressure']);
    await goTo(cluster, 340);
    expect(await pressures(cluster)).toEqual([]);
    expect((await nodeOf(cluster)).taints).toEqual([]);
    const failed = Object.entries(await podsOf(cluster)).filter(([, phase]) => phase === 'Failed Evicted');
    expect(failed.map(([name]) => name).sort()).toEqual([victim, 'late'].sort());
  });
});

async function patchPod(cluster: TestGraphqlCluster, name: string, patch: unknown): Promise<void> {
  const response = await fetch(`${server.url}/clusters/${cluster.name}/api/v1/namespaces/default/pods/${name}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(patch),
  });
  expect(response.status).toBe(200);
}
