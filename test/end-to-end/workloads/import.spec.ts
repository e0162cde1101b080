import type { KubeObject, Pod } from '@orrery/api-types';
import { importState, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { servedForm } from '@orrery/api-types';
import { startTestControlPlane, type TestControlPlane } from '@orrery/testing';

let control: TestControlPlane;
beforeAll(async () => {
  control = await startTestControlPlane();
});
afterAll(() => control.stop());

const MINUTE_MS = 60_000;
const labels = { app: 'web' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx:1' }] } };
const workload = { selector: { matchLabels: labels }, template };

const DEFINITION = {
  metadata: { name: 'shops.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'shops', singular: 'shop', kind: 'Shop', listKind: 'ShopList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/** A cluster in which everything runs. */
async function source(): Promise<ClusterRuntime> {
  const nodes = ['a', 'b', 'c'].map((zone) => ({ name: `node-${zone}`, zone }));
  const cluster = await control.startCluster({ name: 'source', nodes });
  const create = (apiVersion: string, kind: string, input: object): Promise<KubeObject> =>
    cluster.store.create({ kind: requireKind(apiVersion, kind), namespace: 'shop', input });
  await cluster.store.create({
    kind: requireKind('v1', 'Namespace'),
    namespace: '',
    input: { metadata: { name: 'shop' } },
  });
  await cluster.settle();
  await create('apps/v1', 'Deployment', { metadata: { name: 'web' }, spec: { replicas: 3, ...workload } });
  await create('apps/v1', 'StatefulSet', {
    metadata: { name: 'db' },
    spec: { replicas: 2, serviceName: 'db', ...workload },
  });
  await create('apps/v1', 'DaemonSet', { metadata: { name: 'agent' }, spec: workload });
  await create('v1', 'Service', { metadata: { name: 'web' }, spec: { selector: labels, ports: [{ port: 80 }] } });
  await create('batch/v1', 'Job', {
    metadata: { name: 'once' },
    spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
  });
  const definitions = requireKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
  await cluster.store.create({ kind: definitions, namespace: '', input: DEFINITION });
  await cluster.advance({ untilMs: cluster.clock.now() + MINUTE_MS });
  const shops = cluster.kinds.byGvk('example.com/v1', 'Shop')!;
  const input = { apiVersion: 'example.com/v1', kind: 'Shop', metadata: { name: 'mine' }, size: 3 };
  await cluster.store.create({ kind: shops, namespace: 'shop', input });
  await cluster.settle();
  return cluster;
}

/** All objects as a client reads them. */
function readAll({ cache, kinds }: ClusterRuntime): KubeObject[] {
  return kinds.all().flatMap((kind) => {
    if (kind.storedAs !== undefined) return [];
    const resource = kind.group === '' ? kind.resource : `${kind.resource}.${kind.group}`;
    return cache.list(resource).map((object) => JSON.parse(JSON.stringify(servedForm(kind, object))) as KubeObject);
  });
}

const podsOf = (cluster: ClusterRuntime): Pod[] => cluster.cache.list('pods') as Pod[];
const byName = (cluster: ClusterRuntime, what: (pod: Pod) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    podsOf(cluster)
      .map((pod) => [pod.metadata.name, what(pod)])
      .sort(),
  );
const life = ({ metadata, spec, status }: Pod): unknown => ({
  uid: metadata.uid,
  node: spec.nodeName,
  ip: status?.podIP,
  restarts: status?.containerStatuses?.map(({ restartCount, containerID }) => [restartCount, containerID]),
});

it('goes on with what another cluster was, as if nothing had happened', async () => {
  const before = await source();
  const read = readAll(before);
  const startMs = Date.parse('2027-05-01T00:00:00Z');
  const after = await control.startCluster({ name: 'imported', startMs });
  const plan = await importState(control.plane, after, { objects: read, writer: 'me', asOfMs: before.clock.now() });
  await after.settle();
  const texts = plan.leftOut.map(({ text }) => text);
  expect(new Set(texts)).toEqual(new Set(['made by every cluster itself']));
  expect(byName(after, life)).toEqual(byName(before, life));
  const nodeNow = (cluster: ClusterRuntime): unknown => {
    const { status, metadata } = cluster.cache.get({ resource: 'nodes', namespace: '', name: 'node-a' })!;
    const { capacity, allocatable, images, addresses, nodeInfo } = status as Record<string, unknown>;
    return { uid: metadata.uid, capacity, allocatable, images, addresses, nodeInfo };
  };
  expect(nodeNow(after)).toEqual(nodeNow(before));
  const shown = after.cache.get({ resource: 'shops.example.com', namespace: 'shop', name: 'mine' });
  expect(shown).toMatchObject({ size: 3, apiVersion: 'example.com/v1' });

  const eventsAtFirst = new Set(after.cache.list('events').map(({ metadata }) => metadata.uid));
  await after.advance({ untilMs: after.clock.now() + 10 * MINUTE_MS });
  expect(byName(after, life)).toEqual(byName(before, life));
  const later = after.cache.list('events').filter(({ metadata }) => !eventsAtFirst.has(metadata.uid));
  expect(later.map((event) => `${event['reason']} ${event['message']}`)).toEqual([]);
  const deployment = after.cache.get({ resource: 'deployments.apps', namespace: 'shop', name: 'web' })!;
  expect(deployment.status).toMatchObject({ readyReplicas: 3, updatedReplicas: 3 });

  // What is asked of it from here on, it does.
  await after.store.delete({ kind: requireKind('v1', 'Pod'), namespace: 'shop', name: 'db-0' });
  await after.advance({ untilMs: after.clock.now() + 2 * MINUTE_MS });
  const replaced = podsOf(after).find(({ metadata }) => metadata.name === 'db-0');
  expect(replaced?.status?.phase).toBe('Running');
  expect(replaced?.metadata.uid).not.toBe(
    podsOf(before).find(({ metadata }) => metadata.name === 'db-0')!.metadata.uid,
  );
});
