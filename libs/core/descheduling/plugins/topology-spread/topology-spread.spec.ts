import { evicted, node, pod } from '../../testing/descheduled';

const constraint = {
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { app: 'web' } },
};
const spec = { topologySpreadConstraints: [constraint] };
const strategy = 'RemovePodsViolatingTopologySpreadConstraint';

function zonesOf(sizes: readonly number[]) {
  const nodes = sizes.map((_, i) => node(`n${i}`, { labels: { zone: `z${i}` } }));
  const pods = sizes.flatMap((size, i) =>
    Array.from({ length: size }, (_, j) => pod(`z${i}-${j}`, `n${i}`, { labels: { app: 'web' }, spec })),
  );
  return { nodes, pods };
}

test.each([
  { sizes: [5, 1, 0], want: { z0: 3 } },
  { sizes: [2, 5, 3, 8, 5, 7], want: { z3: 3, z5: 2 } },
  { sizes: [3, 2], want: {} },
  { sizes: [4, 2], want: { z0: 1 } },
])('of domains with $sizes', async ({ sizes, want }) => {
  const counts: Record<string, number> = {};
  for (const name of await evicted({ strategy, objects: zonesOf(sizes) })) {
    const zone = name.split('-')[0]!;
    counts[zone] = (counts[zone] ?? 0) + 1;
  }
  expect(counts).toEqual(want);
});

test.each([
  { victim: 'highestPriorityFirst', want: ['high'] },
  { victim: 'lowestPriorityFirst', want: ['low'] },
] as const)('$victim', async ({ victim, want }) => {
  const { nodes } = zonesOf([0, 0]);
  const prioritized = (name: string, priority: number): ReturnType<typeof pod> =>
    pod(name, 'n0', { labels: { app: 'web' }, spec: { ...spec, priority } });
  const pods = [prioritized('low', 1), prioritized('high', 9)];
  expect(await evicted({ strategy, objects: { nodes, pods }, behaviour: { topologyVictim: victim } })).toEqual(want);
});

it('takes soft constraints when asked', async () => {
  const soft = { topologySpreadConstraints: [{ ...constraint, whenUnsatisfiable: 'ScheduleAnyway' }] };
  const { nodes } = zonesOf([0, 0]);
  const pods = ['a', 'b'].map((name) => pod(name, 'n0', { labels: { app: 'web' }, spec: soft }));
  expect(await evicted({ strategy, objects: { nodes, pods } })).toEqual([]);
  const args = { constraints: ['ScheduleAnyway'] };
  expect(await evicted({ strategy, args, objects: { nodes, pods } })).toEqual(['b']);
});

it('does not count protected pods', async () => {
  const objects = zonesOf([2, 0]);
  const daemons = objects.pods.map((each) => ({
    ...each,
    metadata: {
      ...each.metadata,
      ownerReferences: [{ kind: 'DaemonSet', name: 'd', uid: 'd', apiVersion: 'apps/v1' }],
    },
  }));
  expect(await evicted({ strategy, objects: { ...objects, pods: daemons } })).toEqual([]);
});
