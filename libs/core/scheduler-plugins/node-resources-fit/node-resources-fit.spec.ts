import * as fc from 'fast-check';
import { makeNode, makePod, type NodeBuilder } from '@orrery/builders';
import { makeScene, reasonsByNode, scoresByNode } from '../testing/scheduling-scene';
import { scaledShare } from './exact-share';

const node = (name: string, cpu: string, memory: string): NodeBuilder => makeNode(name).allocatable({ cpu, memory });

test.each([
  [
    'all lacking resources are reported',
    makePod('p').requests({ cpu: '2', memory: '2Gi' }),
    ['Insufficient cpu', 'Insufficient memory'],
  ],
  ['exactly what is left fits', makePod('p').requests({ cpu: '1', memory: '1Gi' }), []],
  [
    'an extended resource the node lacks',
    makePod('p').requests({ 'example.com/gpu': '1' }),
    ['Insufficient example.com/gpu'],
  ],
  ['names without prefix are ignored', makePod('p').requests({ widgets: '5' }), []],
])('%s', (_name, pod, want) => {
  expect(reasonsByNode(makeScene({ nodes: [node('n', '1', '1Gi')] }).explain(pod))).toEqual({ n: want });
});

test.each([
  ['modern', 'Too many pods'],
  ['okd-legacy', 'Insufficient pods'],
] as const)('%s: the number of pods is limited', (bundle, reason) => {
  const full = makeNode('n').allocatable({ pods: '1' });
  const explained = makeScene({ nodes: [full], bundle, pods: [makePod('x').node('n')] }).explain(makePod('p'));
  expect(reasonsByNode(explained)).toEqual({ n: [reason] });
});

test.each([
  ['modern', []],
  ['k8s-1.20', ['Insufficient cpu']],
] as const)('%s: zero cpu on an overcommitted node', (bundle, want) => {
  const pods = [makePod('x').node('n').requests({ cpu: '2' })];
  const explained = makeScene({ nodes: [node('n', '1', '4Gi')], bundle, pods }).explain(
    makePod('p').requests({ cpu: '0', memory: '1Gi' }),
  );
  expect(reasonsByNode(explained)).toEqual({ n: want });
});

test.each([
  ['modern', 'UnschedulableAndUnresolvable'],
  ['k8s-1.20', 'Unschedulable'],
] as const)('%s: a request above allocatable', (bundle, code) => {
  const explained = makeScene({ nodes: [node('n', '1', '1Gi')], bundle }).explain(makePod('p').requests({ cpu: '2' }));
  expect(explained.filters.get('n')?.code).toBe(code);
});

test.each([[{ ignoredResources: ['example.com/gpu'] }], [{ ignoredResourceGroups: ['example.com'] }]])(
  'ignored: %j',
  (args) => {
    const profiles = [{ schedulerName: 'default-scheduler', pluginConfig: [{ name: 'NodeResourcesFit', args }] }];
    const explained = makeScene({ nodes: [makeNode('n')], profiles }).explain(
      makePod('p').requests({ 'example.com/gpu': '1' }),
    );
    expect(reasonsByNode(explained)).toEqual({ n: [] });
  },
);

test('least allocated: integer division at every step', () => {
  const nodes = [node('a', '3', '4Gi'), node('b', '7', '3Gi')];
  const pod = makePod('p').requests({ cpu: '1', memory: '1Gi' });
  expect(scoresByNode(makeScene({ nodes }).explain(pod), 'NodeResourcesFit')).toEqual({ a: 70, b: 75 });
  const legacy = makeScene({ nodes, bundle: 'okd-legacy' }).explain(pod);
  expect(scoresByNode(legacy, 'NodeResourcesLeastAllocated')).toEqual({ a: 6, b: 7 });
});

test('least allocated: missing requests are assumed, explicit zero is not', () => {
  const pods = [makePod('x').node('a').containers({}, {}), makePod('y').node('a').requests({ cpu: '0' })];
  const nodes = [node('a', '4', '8Gi'), node('b', '4', '8Gi')];
  expect(scoresByNode(makeScene({ nodes, pods }).explain(makePod('p')), 'NodeResourcesFit')).toEqual({ a: 91, b: 97 });
});

test.each([
  ['modern', { a: 54, b: 7 }],
  ['k8s-1.20', { a: 4, b: 7 }],
] as const)('%s: most allocated over capacity', (bundle, want) => {
  const plugin = bundle === 'modern' ? 'NodeResourcesFit' : 'NodeResourcesMostAllocated';
  const args = bundle === 'modern' ? { scoringStrategy: { type: 'MostAllocated' } } : {};
  const profiles = [
    {
      schedulerName: 'default-scheduler',
      plugins: { score: { enabled: [{ name: plugin }] } },
      pluginConfig: [{ name: plugin, args }],
    },
  ];
  const nodes = [node('a', '100m', '4Gi'), node('b', '1', '4Gi')];
  const pods = [makePod('x').node('a')];
  expect(scoresByNode(makeScene({ nodes, pods, bundle, profiles }).explain(makePod('p')), plugin)).toEqual(want);
});

test.each([
  ['fromUsed', { a: 55, b: 5 }],
  ['fromFree', { a: 56, b: 6 }],
] as const)('requested to capacity ratio, utilisation %s', (ratioUtilisation, want) => {
  const scoringStrategy = {
    type: 'RequestedToCapacityRatio',
    resources: [
      { name: 'cpu', weight: 1 },
      { name: 'memory', weight: 2 },
      { name: 'example.com/gpu', weight: 5 },
    ],
    requestedToCapacityRatio: {
      shape: [
        { utilization: 0, score: 0 },
        { utilization: 100, score: 10 },
      ],
    },
  };
  const profiles = [
    { schedulerName: 'default-scheduler', pluginConfig: [{ name: 'NodeResourcesFit', args: { scoringStrategy } }] },
  ];
  const gpu = { 'example.com/gpu': '8' };
  const nodes = [node('a', '3', '3Gi').allocatable(gpu), node('b', '30', '30Gi').allocatable(gpu)];
  const scene = makeScene({ nodes, profiles, knobs: { score: { ratioUtilisation } } });
  const explained = scene.explain(makePod('p').requests({ cpu: '1', memory: '2Gi' }));
  expect(scoresByNode(explained, 'NodeResourcesFit')).toEqual(want);
});

test.each([
  [{ scoringStrategy: { type: 'Best' } }, 'scoringStrategy.type: Unsupported value'],
  [
    { scoringStrategy: { resources: [{ name: 'cpu', weight: 101 }] } },
    'resource weight of cpu not in valid range (0, 100]',
  ],
  [{ scoringStrategy: { type: 'RequestedToCapacityRatio' } }, 'at least one point must be specified'],
  [{ ignoredResourceGroups: ['a/b'] }, 'ignoredResourceGroups[0]'],
])('refuses %j', (args, message) => {
  const profiles = [{ schedulerName: 'default-scheduler', pluginConfig: [{ name: 'NodeResourcesFit', args }] }];
  expect(() => makeScene({ profiles })).toThrow(message);
});

test.each([
  ['an assigned pod is deleted', 'delete', 'backoff'],
  ['allocatable rises but stays too small', '1500m', 'unschedulable'],
  ['allocatable rises enough', '4', 'backoff'],
])('a sleeping pod when %s', (_name, change, place) => {
  const before = node('n', '1', '4Gi');
  const holder = makePod('x').node('n').requests({ cpu: '1' });
  const { scheduler } = makeScene({ nodes: [before], pods: [holder, makePod('p').requests({ cpu: '2' })] });
  scheduler.scheduleBatch(1);
  if (change === 'delete') scheduler.podChanged(holder.build(), undefined);
  else scheduler.nodeChanged(before.build(), before.allocatable({ cpu: change }).version('2').build());
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe(place);
});

test('shares are exact beyond 2^53', () => {
  const amount = fc.bigInt({ min: 1n, max: 2n ** 52n });
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const [part, whole] = a < b ? [a, b] : [b, a];
      expect(BigInt(scaledShare(Number(part), 100, Number(whole)))).toBe((part * 100n) / whole);
    }),
  );
});
