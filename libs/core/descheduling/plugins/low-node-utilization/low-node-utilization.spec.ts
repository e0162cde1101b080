import { evicted, node, pod, report } from '../../testing/descheduled';

const many = (count: number, nodeName: string, cpu: string): ReturnType<typeof pod>[] =>
  Array.from({ length: count }, (_, i) => pod(`${nodeName}-p${i + 1}`, nodeName, { requests: { cpu, memory: '1Gi' } }));
const strategy = 'LowNodeUtilization';
const sample = { thresholds: { cpu: 20, memory: 20, pods: 20 }, targetThresholds: { cpu: 50, memory: 50, pods: 50 } };
const two = [node('n1'), node('n2')];

test.each([
  { name: 'down to the target', args: sample, pods: many(8, 'n1', '400m'), want: ['n1-p1', 'n1-p2', 'n1-p3'] },
  { name: 'equal to the target is not over', args: sample, pods: many(4, 'n1', '500m'), want: [] },
  {
    name: 'as many under as numberOfNodes',
    args: { ...sample, numberOfNodes: 1 },
    pods: many(8, 'n1', '400m'),
    want: [],
  },
  {
    name: 'a limit of the strategy per node',
    args: { ...sample, evictionLimits: { node: 1 } },
    pods: many(8, 'n1', '400m'),
    want: ['n1-p1'],
  },
  {
    name: 'an excluded namespace',
    args: { ...sample, evictableNamespaces: { exclude: ['default'] } },
    pods: many(8, 'n1', '400m'),
    want: [],
  },
])('$name', async ({ args, pods, want }) => {
  expect(await evicted({ strategy, args, objects: { nodes: two, pods } })).toEqual(want);
});

it('says that a negative numberOfNodes stops nothing', async () => {
  const objects = { nodes: two, pods: many(8, 'n1', '400m') };
  const { evicted: count, notes } = await report({ strategy, args: { ...sample, numberOfNodes: -1 }, objects });
  expect([count, notes]).toEqual([3, ['main/LowNodeUtilization: numberOfNodes is negative (-1) and has no effect']]);
});

it('never takes a cordoned node for a destination', async () => {
  const nodes = [node('n1'), node('n2', { spec: { unschedulable: true } }), node('n3')];
  const objects = { nodes, pods: many(8, 'n1', '400m') };
  const { nodeClasses } = await report({ strategy, args: sample, objects });
  expect(nodeClasses[0]).toMatchObject({ underutilized: ['n3'], overutilized: ['n1'], appropriate: ['n2'] });
});

it('considers a destination only if the pod has as many tolerations as the node has taints', async () => {
  const taints = [{ key: 'soft', effect: 'PreferNoSchedule' }];
  const objects = { nodes: [node('n1'), node('n2', { spec: { taints } })], pods: many(8, 'n1', '400m') };
  expect(await evicted({ strategy, args: sample, objects })).toEqual([]);
});

it('ranks sources by unlike units, so that memory dominates', async () => {
  const heavy = { allocatable: { cpu: '4', memory: '64Gi', pods: '20' } };
  const pods = [
    ...many(10, 'n1', '400m'),
    ...Array.from({ length: 9 }, (_, i) => pod(`m${i + 1}`, 'n2', { requests: { cpu: '250m', memory: '4Gi' } })),
  ];
  const objects = { nodes: [node('n1'), node('n2', heavy), node('n3')], pods };
  const firstOf = async (sortNodesBy: 'raw' | 'percentages'): Promise<string | undefined> =>
    (await evicted({ strategy, args: sample, objects, behaviour: { sortNodesBy } }))[0];
  expect(await firstOf('raw')).toBe('m1');
  expect(await firstOf('percentages')).toBe('n1-p1');
});

it('gives up lower priority before lower quality of service', async () => {
  const of = (name: string, priority: number, cpu?: string): ReturnType<typeof pod> =>
    pod(name, 'n1', { requests: cpu === undefined ? {} : { cpu }, spec: { priority } });
  const pods = [of('p1', 1000, '800m'), of('p2', 1000), of('p3', 0, '800m'), of('p4', 500, '800m')];
  expect(await evicted({ strategy, args: sample, objects: { nodes: two, pods } })).toEqual(['p3']);
});
