import { makeNode, makePod } from '@orrery/builders';
import { makeScene, scoresByNode } from '../testing/scheduling-scene';

const PLUGIN = 'NodeResourcesBalancedAllocation';
const uneven = [
  makeNode('a').allocatable({ cpu: '3', memory: '4Gi' }),
  makeNode('b').allocatable({ cpu: '7', memory: '3Gi' }),
];
const pod = makePod('p').requests({ cpu: '1', memory: '1Gi' });

test.each([
  ['modern', { a: 95, b: 90 }],
  ['k8s-1.20', { a: 91, b: 80 }],
  ['okd-legacy', { a: 9, b: 8 }],
] as const)('%s', (bundle, want) => {
  expect(scoresByNode(makeScene({ nodes: uneven, bundle }).explain(pod), PLUGIN)).toEqual(want);
});

test.each([
  ['54 % and 36 %', '54', '36', { modern: 90, legacy: 82 }],
  ['28 % and 18 %', '28', '18', { modern: 95, legacy: 89 }],
])('doubles as upstream computes them: %s', (_name, cpu, memory, want) => {
  const nodes = [makeNode('n').allocatable({ cpu: '100', memory: '100' })];
  const request = makePod('p').requests({ cpu, memory });
  expect(scoresByNode(makeScene({ nodes }).explain(request), PLUGIN)).toEqual({ n: want.modern });
  expect(scoresByNode(makeScene({ nodes, bundle: 'k8s-1.20' }).explain(request), PLUGIN)).toEqual({ n: want.legacy });
});

test('a pod that requests nothing is not scored', () => {
  expect(scoresByNode(makeScene({ nodes: uneven }).explain(makePod('p')), PLUGIN)).toEqual({
    a: undefined,
    b: undefined,
  });
});

test('more than two resources: population standard deviation, unrequested scalars left out', () => {
  const args = {
    resources: [
      { name: 'cpu', weight: 1 },
      { name: 'memory', weight: 1 },
      { name: 'example.com/gpu', weight: 1 },
    ],
  };
  const profiles = [{ schedulerName: 'default-scheduler', pluginConfig: [{ name: PLUGIN, args }] }];
  const nodes = [makeNode('n').allocatable({ cpu: '10', memory: '10', 'example.com/gpu': '10' })];
  const scene = makeScene({ nodes, profiles });
  const request = { cpu: '2', memory: '4' };
  expect(scoresByNode(scene.explain(makePod('p').requests(request)), PLUGIN)).toEqual({ n: 90 });
  const withGpu = makePod('p').requests({ ...request, 'example.com/gpu': '9' });
  expect(scoresByNode(scene.explain(withGpu), PLUGIN)).toEqual({ n: 70 });
});

test.each([
  [{ resources: [{ name: 'cpu', weight: 2 }] }, 'must be 1'],
  [{ resources: [{ name: 'cpu' }, { name: 'cpu' }] }, 'Duplicate value: "cpu"'],
])('refuses %j', (args, message) => {
  const profiles = [{ schedulerName: 'default-scheduler', pluginConfig: [{ name: PLUGIN, args }] }];
  expect(() => makeScene({ profiles })).toThrow(message);
});
