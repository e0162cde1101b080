import { evicted, node, pod, report } from '../../testing/descheduled';

const args = { thresholds: { cpu: 20, memory: 20, pods: 20 } };
const filling = Array.from({ length: 5 }, (_, i) => pod(`f${i}`, 'n2', { requests: { cpu: '500m', memory: '1Gi' } }));
const small = [pod('s1', 'n1', { requests: { cpu: '300m' } }), pod('s2', 'n1')];
const all = [...small, ...filling];
const strategy = 'HighNodeUtilization';

test.each([
  { name: 'empties the node', args, nodes: [node('n1'), node('n2')], want: ['s2', 's1'] },
  {
    name: 'only pods that request what is thresholded',
    args: { thresholds: { cpu: 20 }, evictionModes: ['OnlyThresholdingResources'] },
    nodes: [node('n1'), node('n2')],
    want: ['s1'],
  },
  { name: 'no destination', args, nodes: [node('n1'), node('n2', { spec: { unschedulable: true } })], want: [] },
  {
    name: 'as many sources as numberOfNodes',
    args: { ...args, numberOfNodes: 1 },
    nodes: [node('n1'), node('n2')],
    want: [],
  },
])('$name', async ({ args: given, nodes, want }) => {
  expect(await evicted({ strategy, args: given, objects: { nodes, pods: all } })).toEqual(want);
});

test.each([
  // Releases up to 0.30 fill in thresholds of 100 % for CPU, memory and pods.
  { nodeClasses: 'amounts', want: { underutilized: ['n1'], destinations: ['n2'] } },
  { nodeClasses: 'percentages', want: { underutilized: ['n1', 'n2'], destinations: [] } },
] as const)('an overcommitted node with few pods, by $nodeClasses', async ({ nodeClasses, want }) => {
  const pods = [pod('s', 'n1'), pod('l', 'n2', { requests: { cpu: '5' } })];
  const { nodeClasses: classes } = await report({
    strategy,
    args: { thresholds: { pods: 20 } },
    objects: { nodes: [node('n1'), node('n2')], pods },
    behaviour: { nodeClasses },
  });
  expect(classes).toEqual([expect.objectContaining(want)]);
});
