import type { Profile } from '@orrery/scheduling';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene, reasonsByNode } from '../../testing/scheduling-scene';

const profiles: readonly Profile[] = [
  {
    schedulerName: 'default-scheduler',
    plugins: {
      filter: {
        disabled: [{ name: '*' }],
        enabled: [
          { name: 'CheckNodeCondition' },
          { name: 'CheckNodeMemoryPressure' },
          { name: 'CheckNodeDiskPressure' },
          { name: 'CheckNodePIDPressure' },
        ],
      },
    },
  },
];
const limited = makePod('p').spec({ containers: [{ name: 'c', resources: { limits: { cpu: '1' } } }] });

test.each([
  ['nothing reported', makeNode('n'), []],
  ['ready', makeNode('n').condition('Ready', 'True'), []],
  ['not ready', makeNode('n').condition('Ready', 'False'), ['node(s) were not ready']],
  ['readiness unknown', makeNode('n').condition('Ready', 'Unknown'), ['node(s) were not ready']],
  ['out of disk', makeNode('n').condition('OutOfDisk', 'Unknown'), ['node(s) were out of disk space']],
  ['disk is fine', makeNode('n').condition('OutOfDisk', 'False'), []],
  ['no network', makeNode('n').condition('NetworkUnavailable', 'True'), ['node(s) had unavailable network']],
  ['cordoned', makeNode('n').cordoned(), ['node(s) were unschedulable']],
  [
    'several at once',
    makeNode('n').cordoned().condition('NetworkUnavailable', 'True').condition('Ready', 'False'),
    ['node(s) had unavailable network', 'node(s) were not ready', 'node(s) were unschedulable'],
  ],
  ['memory pressure', makeNode('n').condition('MemoryPressure', 'True'), ['node(s) had memory pressure']],
  ['memory pressure is over', makeNode('n').condition('MemoryPressure', 'False'), []],
  ['disk pressure', makeNode('n').condition('DiskPressure', 'True'), ['node(s) had disk pressure']],
  ['pid pressure', makeNode('n').condition('PIDPressure', 'True'), ['node(s) had pid pressure']],
])('%s', (_name, node, want) => {
  expect(reasonsByNode(makeScene({ nodes: [node], profiles }).explain(makePod('p')))).toEqual({ n: want });
});

test.each([
  ['memory', 'MemoryPressure', []],
  ['disk', 'DiskPressure', ['node(s) had disk pressure']],
])('a pod with limits and %s pressure', (_name, condition, want) => {
  const scene = makeScene({ nodes: [makeNode('n').condition(condition, 'True')], profiles });
  expect(reasonsByNode(scene.explain(limited))).toEqual({ n: want });
});

test('the guide names the conditions', () => {
  const node = makeNode('n').cordoned().condition('Ready', 'False').condition('OutOfDisk', 'True');
  const scene = makeScene({ nodes: [node], profiles, bundle: 'okd-legacy' });
  expect(reasonsByNode(scene.explain(makePod('p')))).toEqual({
    n: ['NodeNotReady', 'NodeOutOfDisk', 'NodeUnschedulable'],
  });
});

test('in the legacy bundle conditions count by default, in the modern one only taints', () => {
  const nodes = [makeNode('n').condition('Ready', 'False')];
  expect(reasonsByNode(makeScene({ nodes, bundle: 'okd-legacy' }).explain(makePod('p')))['n']).toEqual([
    'NodeNotReady',
  ]);
  expect(reasonsByNode(makeScene({ nodes }).explain(makePod('p')))).toEqual({ n: [] });
});
