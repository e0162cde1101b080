import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

/*
 * Pods that come to nothing at the instant at which they are made, and owners that replace them at once: each replacement takes
 * cluster time, so the clock goes on.
 */

let server: TestGraphqlServer;
beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const SECONDS = 3;
const NODE = 'node-2';
const labels = { app: 'web' };
const container = { name: 'c', image: 'nginx' };

/** A template whose pods name their node themselves. */
function template(spec: object = {}): object {
  return { metadata: { labels }, spec: { nodeName: NODE, containers: [container], ...spec } };
}

function owner(kind: string, apiVersion: string, spec: object, pods: object = template()): object {
  return { apiVersion, kind, metadata: { name: 'web' }, spec: { ...spec, template: pods } };
}

function deployment(pods: object = template(), replicas = 2): object {
  return owner('Deployment', 'apps/v1', { replicas, selector: { matchLabels: labels } }, pods);
}

async function clusterOf(): Promise<TestGraphqlCluster> {
  const cluster = await server.cluster({ nodes: 2, settings: { kubelet: { containerStop: '20s' } } });
  await cluster.mutate('advanceClock', { by: '1s' }, 'events');
  return cluster;
}

/** Returns how many pods there are, by reason, after some seconds. */
async function replaced(cluster: TestGraphqlCluster, object: object): Promise<Record<string, number>> {
  const before = await now(cluster);
  await cluster.mutate('createObject', { objects: [object] }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: `${SECONDS}s` }, 'clock { now }');
  expect((await now(cluster)) - before).toBe(SECONDS * 1000);
  const counts: Record<string, number> = {};
  for (const { metadata, status } of await podsOf(cluster)) {
    const how = metadata.deletionTimestamp ? 'Terminating' : (status.reason ?? status.phase);
    counts[how] = (counts[how] ?? 0) + 1;
  }
  return counts;
}

async function now(cluster: TestGraphqlCluster): Promise<number> {
  const { clock } = await cluster.query<{ clock: { now: string } }>('{ clock { now } }');
  return Date.parse(clock.now);
}

interface ShownPod {
  readonly metadata: { readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName?: string };
  readonly status: { readonly phase: string; readonly reason?: string };
}

async function podsOf(cluster: TestGraphqlCluster): Promise<readonly ShownPod[]> {
  const { pods } = await cluster.query<{ pods: { nodes: { json: ShownPod }[] } }>(
    '{ pods(first: 500) { nodes { json } } }',
  );
  return pods.nodes.map(({ json }) => json);
}

const fault =
  (kind: string, more: object = {}) =>
  (cluster: TestGraphqlCluster) =>
    cluster.mutate('injectFault', { kind, nodes: [NODE], ...more }, 'nodes');
/** Shuts the node down, which takes as long as a pod takes to end. */
async function shutDown(cluster: TestGraphqlCluster): Promise<unknown> {
  const lasting = { ...template(), apiVersion: 'v1', kind: 'Pod', metadata: { name: 'lasting' } };
  await cluster.mutate('createObject', { objects: [lasting] }, 'objects { id }');
  await cluster.mutate('advanceClock', { by: '2s' }, 'events');
  return fault('SHUTDOWN')(cluster);
}
const nothing = (): Promise<unknown> => Promise.resolve();

describe('a Deployment whose pods name a node that refuses them', () => {
  test.each<[string, object, (cluster: TestGraphqlCluster) => Promise<unknown>]>([
    ['OutOfcpu', { containers: [{ ...container, resources: { requests: { cpu: '1000' } } }] }, nothing],
    ['NodeAffinity', { nodeSelector: { disk: 'none' } }, nothing],
    ['PodOSNotSupported', { os: { name: 'windows' } }, nothing],
    ['NodePorts', { containers: [{ ...container, ports: [{ containerPort: 80, hostPort: 80 }] }] }, nothing],
    ['SysctlForbidden', { securityContext: { sysctls: [{ name: 'net.core.rmem_max', value: '1' }] } }, nothing],
    ['NodeShutdown', {}, shutDown],
    ['Evicted', {}, fault('DISK_FILL', { amount: '97%' })],
  ])('%s', async (reason, spec, prepare) => {
    const cluster = await clusterOf();
    await prepare(cluster);
    // The eviction manager runs every ten seconds.
    await cluster.mutate('advanceClock', { by: '10s' }, 'events');
    const counts = await replaced(cluster, deployment(template(spec)));
    // At most ten a second in place of each.
    expect(counts[reason]).toBeGreaterThan(1);
    expect(counts[reason]).toBeLessThanOrEqual(2 * (10 * SECONDS + 1));
  });

  test('that has a taint which they do not tolerate', async () => {
    const cluster = await clusterOf();
    await cluster.mutate('addTaint', { name: NODE, key: 'a', effect: 'NoExecute' }, 'node { id }');
    const counts = await replaced(cluster, deployment());
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2 * (10 * SECONDS + 2));
  });
});

describe('pods that their node refuses, replaced by', () => {
  const spec = { securityContext: { sysctls: [{ name: 'net.core.rmem_max', value: '1' }] } };
  const selector = { matchLabels: labels };
  const refused = template(spec);
  test.each<[string, object]>([
    ['a ReplicaSet', owner('ReplicaSet', 'apps/v1', { replicas: 2, selector }, refused)],
    ['a ReplicationController', owner('ReplicationController', 'v1', { replicas: 2, selector: labels }, refused)],
    ['a StatefulSet', owner('StatefulSet', 'apps/v1', { replicas: 2, selector, serviceName: 'web' }, refused)],
    ['a DaemonSet', owner('DaemonSet', 'apps/v1', { selector }, template({ ...spec, nodeName: undefined }))],
    ['a Job', owner('Job', 'batch/v1', { backoffLimit: 50 }, template({ ...spec, restartPolicy: 'Never' }))],
  ])('%s', async (_name, object) => {
    const counts = await replaced(await clusterOf(), object);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2 * (10 * SECONDS + 2));
  });
});

test('a node that refuses pods for pressure says so at that instant, and the next ones go elsewhere', async () => {
  const cluster = await server.cluster({ nodes: 2 });
  await fault('DISK_FILL', { amount: '97%' })(cluster);
  await cluster.mutate('advanceClock', { by: '1s' }, 'events');
  const free = { metadata: { labels }, spec: { containers: [container] } };
  const { Running: running, Evicted: evicted } = await replaced(cluster, deployment(free, 4));
  expect(running).toBe(4);
  expect(evicted).toBeLessThanOrEqual(4);
  const on = (await podsOf(cluster)).flatMap(({ spec, status }) => (status.phase === 'Running' ? [spec.nodeName] : []));
  expect(new Set(on)).toEqual(new Set(['node-1']));
  const { node } = await cluster.query<{ node: { json: { spec: { taints?: { key: string }[] } } } }>(
    `{ node(name: "${NODE}") { json } }`,
  );
  expect(node.json.spec.taints?.map(({ key }) => key)).toEqual(['node.kubernetes.io/disk-pressure']);
});
