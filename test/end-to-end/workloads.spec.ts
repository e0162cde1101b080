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
