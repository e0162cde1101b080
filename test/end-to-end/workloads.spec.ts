import type { KubeObject, Pod } from '@orrery/api-types';
import { requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { startTestControlPlane, type TestControlPlane } from '@orrery/testing';

let control: TestControlPlane;
beforeAll(async () => {
  control = await startTestControlPlane();
});
afterAll(async () => {
  await control.stop();
});

const nodes = ['node-1', 'node-2', 'node-3'].map((name) => ({ name, zone: name }));
const template = (image = 'nginx:1') => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image }] },
});

const create = (cluster: ClusterRuntime, apiVersion: string, kind: string, body: object): Promise<KubeObject> =>
  cluster.store.create({ kind: requireKind(apiVersion, kind), namespace: 'default', input: body });
const pods = (cluster: ClusterRuntime): Pod[] => cluster.cache.list('pods', 'default') as unknown as Pod[];

test('a ReplicaSet makes its pods and replaces the one that went', async () => {
  const cluster = await control.startCluster({ nodes });
  await create(cluster, 'apps/v1', 'ReplicaSet', {
    metadata: { name: 'web' },
    spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template: template() },
  });
  await cluster.advance({ untilMs: cluster.clock.now() + 30_000 });
  const rs = cluster.cache.get({ resource: 'replicasets.apps', namespace: 'default', name: 'web' });
  expect(rs?.status).toEqual({
    replicas: 3,
    fullyLabeledReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
    observedGeneration: 1,
  });
  expect(pods(cluster).map(({ status }) => status?.phase)).toEqual(['Running', 'Running', 'Running']);
  const [first] = pods(cluster);
  await cluster.store.delete({ kind: requireKind('v1', 'Pod'), namespace: 'default', name: first!.metadata.name });
  await cluster.advance({ untilMs: cluster.clock.now() + 60_000 });
  expect(pods(cluster)).toHaveLength(3);
  expect(pods(cluster).map(({ metadata }) => metadata.name)).not.toContain(first!.metadata.name);
});

test('a Deployment rolls out, on and back', async () => {
  const cluster = await control.startCluster({ nodes });
  const kind = requireKind('apps/v1', 'Deployment');
  const read = () => cluster.cache.get({ resource: 'deployments.apps', namespace: 'default', name: 'web' });
  const pass = async (seconds: number): Promise<void> =>
    void (await cluster.advance({ untilMs: cluster.clock.now() + seconds * 1000 }));
  const setImage = (image: string) =>
    cluster.store.patch({
      kind,
      namespace: 'default',
      name: 'web',
      type: 'strategic',
      patch: { spec: { template: { spec: { containers: [{ name: 'c', image }] } } } },
    });
  await create(cluster, 'apps/v1', 'Deployment', {
    metadata: { name: 'web' },
    spec: { replicas: 4, selector: { matchLabels: { app: 'web' } }, template: template() },
  });
  await pass(30);
  expect(read()?.status).toMatchObject({
    observedGeneration: 1,
    replicas: 4,
    updatedReplicas: 4,
    readyReplicas: 4,
    availableReplicas: 4,
  });
  await setImage('nginx:2');
  await pass(120);
  expect(read()?.status).toMatchObject({
    observedGeneration: 2,
    replicas: 4,
    updatedReplicas: 4,
    availableReplicas: 4,
  });
  expect(read()?.metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '2' });
  expect(pods(cluster).map(({ spec }) => spec.containers[0]?.image)).toEqual(Array(4).fill('nginx:2'));
  await setImage('nginx:1');
  await pass(120);
  expect(read()?.metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '3' });
  expect(cluster.cache.list('replicasets.apps')).toHaveLength(2);
  expect(pods(cluster).map(({ spec }) => spec.containers[0]?.image)).toEqual(Array(4).fill('nginx:1'));
  const messages = cluster.cache.list('events', 'default').map((event) => event['message'] as string);
  expect(messages).toContainEqual(expect.stringMatching(/^Scaled up replica set web-\w+ from 0 to 4$/));
});
