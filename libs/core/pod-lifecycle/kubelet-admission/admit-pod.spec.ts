import type { PodSpec } from '@orrery/api-types';
import { SimulatedStore } from '../testing/simulated-store';

const cpu = (amount: string): Partial<PodSpec> => ({
  containers: [{ name: 'app', image: 'i', resources: { requests: { cpu: amount } } }],
});
const port = (hostPort: number, hostIP?: string, protocol?: string): Partial<PodSpec> => ({
  containers: [
    {
      name: 'app',
      image: 'i',
      ports: [{ containerPort: 1, hostPort, ...(hostIP ? { hostIP } : {}), ...(protocol ? { protocol } : {}) }],
    },
  ],
});
const verdict = (store: SimulatedStore, name: string): string => {
  const { phase, reason } = store.pod(name).status!;
  return reason ? `${phase} ${reason}` : phase!;
};

it('a pod bound by hand that does not fit fails (spec nodes H31)', () => {
  const store = new SimulatedStore({ bundle: 'k8s-1.20' })
    .addNode('n1')
    .addPod('big', cpu('3600m'))
    .addPod('late', cpu('500m'))
    .runUntil(5000);
  expect(store.pod('late').status).toMatchObject({
    phase: 'Failed',
    reason: 'OutOfcpu',
    message: "Pod Node didn't have enough resource: cpu, requested: 500, used: 3600, capacity: 4000",
  });
  expect(store.messagesOf('late')).toEqual([
    "0 OutOfcpu Node didn't have enough resource: cpu, requested: 500, used: 3600, capacity: 4000",
  ]);
  expect(store.runUntil(100_000).startsOf('late')).toEqual([]);
});

it('modern messages have another prefix', () => {
  const store = new SimulatedStore().addNode('n1').addPod('big', cpu('5')).runUntil(5000);
  expect(store.pod('big').status!.message).toMatch(/^Pod was rejected: Node didn't have enough resource: cpu/);
});

it('resources of a pod that ended are free again', () => {
  const store = new SimulatedStore()
    .addNode('n1')
    .addPod('a', { ...cpu('3'), restartPolicy: 'Never' }, { 'orrery.dev/exit-after': '1s' });
  store.runUntil(5000).addPod('b', cpu('3')).runUntil(10_000);
  expect([verdict(store, 'a'), verdict(store, 'b')]).toEqual(['Succeeded', 'Running']);
});

test.each([
  ['pods', { capacity: { pods: '1' } }, {}, {}, 'Failed OutOfpods'],
  ['an extended resource', { capacity: { 'x.io/gpu': '1' } }, {}, gpus('2'), 'Failed OutOfx.io/gpu'],
  ['an unknown extended resource', {}, {}, gpus('2'), 'Running'],
  ['a node selector', {}, {}, { nodeSelector: { disk: 'ssd' } }, 'Failed NodeAffinity'],
  ['a node selector that matches', { labels: { disk: 'ssd' } }, {}, { nodeSelector: { disk: 'ssd' } }, 'Running'],
  ['required affinity', {}, {}, affinity('disk', 'ssd'), 'Failed NodeAffinity'],
  ['a taken port', {}, port(80), port(80, '10.0.0.1'), 'Failed NodePorts'],
  ['a port on another address', {}, port(80, '10.0.0.2'), port(80, '10.0.0.1'), 'Running'],
  ['a port of another protocol', {}, port(80), port(80, undefined, 'UDP'), 'Running'],
  ['an untolerated NoExecute taint', { taints: [{ key: 'k', effect: 'NoExecute' }] }, {}, {}, 'Failed TaintToleration'],
] as [string, object, Partial<PodSpec>, Partial<PodSpec>, string][])('%s', (_name, node, first, second, want) => {
  const tolerations = [{ operator: 'Exists' }];
  const store = new SimulatedStore()
    .addNode('n1', node)
    .addPod('a', { ...first, tolerations })
    .addPod('b', second)
    .runUntil(5000);
  expect(verdict(store, 'a')).toBe('Running');
  expect(verdict(store, 'b')).toBe(want);
});

test.each([
  ['MemoryPressure', {}, 'Failed Evicted'],
  ['MemoryPressure', cpu('1'), 'Running'],
  ['MemoryPressure', { tolerations: [{ key: 'node.kubernetes.io/memory-pressure', operator: 'Exists' }] }, 'Running'],
  ['DiskPressure', cpu('1'), 'Failed Evicted'],
  ['DiskPressure', { priority: 2_000_000_000 }, 'Running'],
] as [string, Partial<PodSpec>, string][])('under %s a pod with %j: %s', (type, spec, want) => {
  const store = new SimulatedStore().addNode('n1');
  const node = store.nodes.get('n1')!;
  const conditions = node.status.conditions!.map((c) => (c.type === type ? { ...c, status: 'True' } : c));
  store.storeNode({ ...node, status: { ...node.status, conditions } });
  expect(verdict(store.addPod('p', spec).runUntil(5000), 'p')).toBe(want);
});

function gpus(amount: string): Partial<PodSpec> {
  return { containers: [{ name: 'app', image: 'i', resources: { limits: { 'x.io/gpu': amount } } }] };
}
function affinity(key: string, value: string): Partial<PodSpec> {
  const nodeSelectorTerms = [{ matchExpressions: [{ key, operator: 'In', values: [value] }] }];
  return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } };
}
