import type { Pod } from '@orrery/api-types';
import { NodeFaultKind } from '../faults/node-faults';
import { SimulatedStore } from '../testing/simulated-store';
import { readStaticPods, STATIC_PODS_ANNOTATION } from './static-pod';

const seconds = (value: number): number => value * 1000;
const manifest = (name = 'etcd', image = 'etcd:3', more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'kube-system', labels: { tier: 'control-plane' } },
  spec: { containers: [{ name: 'app', image }], ...more },
});

class StaticStore extends SimulatedStore {
  write(...manifests: object[]): this {
    const node = this.nodes.get('n1')!;
    const annotations = { ...node.metadata.annotations, [STATIC_PODS_ANNOTATION]: JSON.stringify(manifests) };
    this.storeNode({ ...node, metadata: { ...node.metadata, annotations } });
    return this;
  }

  mirrors(name = 'etcd-n1'): Pod[] {
    return [...this.pods.values()].filter(({ metadata }) => metadata.name === name);
  }

  fault(...kinds: NodeFaultKind[]): this {
    this.shard.setFaults('n1', new Map(kinds.map((kind) => [kind, { sinceMs: this.nowMs }])), this.nowMs);
    return this;
  }
}

const running = (): StaticStore => {
  const annotations = { [STATIC_PODS_ANNOTATION]: JSON.stringify([manifest()]) };
  return new StaticStore().addNode('n1', { annotations }).runUntil(seconds(5));
};
const started = (store: StaticStore): number[] => store.startsOf('etcd-n1');

it('runs at once and is shown by a mirror that its node owns', () => {
  const [mirror] = running().mirrors();
  const { annotations, ownerReferences, labels, uid } = mirror!.metadata;
  const hash = annotations?.['kubernetes.io/config.hash'];
  expect(hash).toMatch(/^[0-9a-f]{32}$/);
  expect(uid).not.toBe(hash);
  expect(annotations).toMatchObject({
    'kubernetes.io/config.mirror': hash,
    'kubernetes.io/config.source': 'file',
    'kubernetes.io/config.seen': '1970-01-01T00:00:00Z',
  });
  expect(ownerReferences).toEqual([{ apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'uid-n1', controller: true }]);
  expect(labels).toEqual({ tier: 'control-plane' });
  expect(mirror!.spec.nodeName).toBe('n1');
  expect(mirror!.spec.tolerations).toEqual([{ operator: 'Exists', effect: 'NoExecute' }]);
  expect(mirror!.status).toMatchObject({ phase: 'Running', containerStatuses: [{ ready: true, restartCount: 0 }] });
});

it('runs at once on a node that changes before its manifests are first looked at', () => {
  const annotations = { [STATIC_PODS_ANNOTATION]: JSON.stringify([manifest()]) };
  const store = new StaticStore().addNode('n1', { annotations });
  const node = store.nodes.get('n1')!;
  store.storeNode({ ...node, metadata: { ...node.metadata, labels: { changed: 'at once' } } });
  expect(store.runUntil(seconds(5)).mirrors()).toHaveLength(1);
});

it('the manifests are looked at every twenty seconds', () => {
  const store = new StaticStore().addNode('n1').runUntil(seconds(25)).write(manifest()).runUntil(seconds(39));
  expect(store.mirrors()).toEqual([]);
  expect(store.runUntil(seconds(41)).mirrors()).toHaveLength(1);
  expect(started(store)).toEqual([40_800]);
});

it('a mirror that is deleted, at once or with grace, comes back; the pod runs on', () => {
  const store = running();
  const [first] = store.mirrors();
  const deletionTimestamp = new Date(seconds(40)).toISOString();
  store.storePod({ ...first!, metadata: { ...first!.metadata, deletionTimestamp, deletionGracePeriodSeconds: 30 } });
  store.runUntil(seconds(11));
  const [second] = store.mirrors();
  expect(second!.metadata.uid).not.toBe(first!.metadata.uid);
  expect(second!.metadata.deletionTimestamp).toBeUndefined();
  expect(second!.status).toEqual(first!.status);
  expect(started(store)).toHaveLength(1);
  expect(store.writesOf('etcd-n1').map((line) => line.split(' ').slice(2).join(' '))).toEqual([
    'mirror',
    'status Pending',
    'status Running',
    'delete',
    'mirror',
    'status Running',
  ]);
});

it('a manifest that goes ends the pod with grace, then its mirror', () => {
  const store = running().write().runUntil(seconds(20));
  expect(store.mirrors()[0]!.status!.containerStatuses![0]!.state!.running).toBeDefined();
  expect(store.runUntil(seconds(21)).mirrors()).toEqual([]);
  expect(store.messagesOf('etcd-n1')).toContain('20000 Killing Stopping container app');
});

it('a manifest that changes is another pod, started when the first has ended', () => {
  const store = running();
  const [first] = store.mirrors();
  store.write(manifest('etcd', 'etcd:4')).runUntil(seconds(25));
  const [second] = store.mirrors();
  expect(second!.metadata.annotations!['kubernetes.io/config.hash']).not.toBe(
    first!.metadata.annotations!['kubernetes.io/config.hash'],
  );
  expect(second!.spec.containers[0]!.image).toBe('etcd:4');
  expect(started(store)).toEqual([800, 20_900]);
});

it('a restart of the kubelet restarts nothing', () => {
  const store = running().restart().runUntil(seconds(60));
  expect(started(store)).toHaveLength(1);
  expect(store.mirrors()).toHaveLength(1);
  expect(store.mirrors()[0]!.status!.phase).toBe('Running');
});

it('runs without the API, which hears of it later', () => {
  const annotations = {
    [STATIC_PODS_ANNOTATION]: JSON.stringify([
      { ...manifest(), metadata: { name: 'etcd', annotations: { 'orrery.dev/exit-after': '7s' } } },
    ]),
  };
  const store = new StaticStore().addNode('n1', { annotations }).fault(NodeFaultKind.Partition);
  expect(store.runUntil(seconds(19)).mirrors()).toEqual([]);
  store.fault().runUntil(seconds(21));
  expect(store.mirrors()[0]!.status).toMatchObject({ containerStatuses: [{ restartCount: 1 }] });
});

it('a boot starts it again', () => {
  const store = running().fault(NodeFaultKind.PowerOff).runUntil(seconds(60)).fault().runUntil(seconds(70));
  expect(store.mirrors()[0]!.status).toMatchObject({ phase: 'Running', containerStatuses: [{ restartCount: 1 }] });
});

it('is evaluated at admission, where it is critical', () => {
  const big = { containers: [{ name: 'app', image: 'i', resources: { requests: { cpu: '64' } } }] };
  const store = running()
    .write(manifest(), manifest('big', 'i', big))
    .runUntil(seconds(21));
  expect(store.mirrors('big-n1')[0]!.status).toMatchObject({ phase: 'Failed', reason: 'UnexpectedAdmissionError' });
});

it('a mirror of nothing is done away with', () => {
  const store = running();
  const [mirror] = store.mirrors();
  const annotations = { 'kubernetes.io/config.mirror': 'nothing' };
  store.storePod({ ...mirror!, metadata: { ...mirror!.metadata, uid: 'other', name: 'stray', annotations } });
  expect(store.runUntil(seconds(6)).mirrors('stray')).toEqual([]);
});

test.each([
  ['{', ['the manifests are not JSON']],
  [JSON.stringify([{ kind: 'Pod' }, manifest()]), ['manifest 0 is not a pod with a name and containers']],
  [JSON.stringify([manifest(), manifest()]), ['manifest 1 has the name of another']],
  [JSON.stringify(manifest()), []],
])('manifests %s: %j', (text, errors) => {
  const node = running().nodes.get('n1')!;
  const read = readStaticPods(
    { ...node, metadata: { ...node.metadata, annotations: { [STATIC_PODS_ANNOTATION]: text } } },
    0,
  );
  expect(read.errors).toEqual(errors);
});

test.each<[string, string | undefined, string[]]>([
  ['the usual directory', undefined, ['etcd-n1']],
  ['another one', '/opt/pods', ['api-n1']],
  ['an empty one', '/nowhere', []],
  ['none', '', []],
])('looks into %s', (_name, path, names) => {
  const disk = { '/etc/kubernetes/manifests/': [manifest()], '/opt/pods': manifest('api') };
  const node = { metadata: { name: 'n1', uid: 'n1', annotations: { [STATIC_PODS_ANNOTATION]: JSON.stringify(disk) } } };
  expect(readStaticPods(node as never, 0, path).pods.map(({ metadata }) => metadata.name)).toEqual(names);
});

it('sees at the next look that it is to look elsewhere', () => {
  const store = running();
  store.shard.livingNode('n1')!.setOwnWork({ staticPodPath: '' });
  const { metadata } = store.nodes.get('n1')!;
  store.storeNode({ ...store.nodes.get('n1')!, metadata: { ...metadata, labels: { touched: '' } } });
  expect(store.runUntil(seconds(19)).mirrors()).toHaveLength(1);
  expect(store.runUntil(seconds(60)).mirrors()).toEqual([]);
});
