import { evicted, node, pod } from '../../testing/descheduled';

const taint = (effect: string): object => ({ key: 'dedicated', value: 'gold', effect });
const pods = [
  pod('equal', 'n1', { spec: { tolerations: [taint('NoSchedule')] } }),
  pod('none', 'n1'),
  pod('exists', 'n1', { spec: { tolerations: [{ key: 'dedicated', operator: 'Exists' }] } }),
  pod('finished', 'n1', { status: { phase: 'Succeeded' } }),
];

test.each([
  { name: 'NoSchedule that is not tolerated', effect: 'NoSchedule', args: {}, want: ['none'] },
  { name: 'NoExecute is left to the taint manager', effect: 'NoExecute', args: {}, want: [] },
  { name: 'PreferNoSchedule is passed over', effect: 'PreferNoSchedule', args: {}, want: [] },
  {
    name: 'PreferNoSchedule when included',
    effect: 'PreferNoSchedule',
    args: { includePreferNoSchedule: true },
    want: ['equal', 'none'],
  },
  { name: 'excluded by key', effect: 'NoSchedule', args: { excludedTaints: ['dedicated'] }, want: [] },
  { name: 'excluded by key and value', effect: 'NoSchedule', args: { excludedTaints: ['dedicated=gold'] }, want: [] },
  {
    name: 'another value is excluded',
    effect: 'NoSchedule',
    args: { excludedTaints: ['dedicated=silver'] },
    want: ['none'],
  },
  { name: 'not among the included', effect: 'NoSchedule', args: { includedTaints: ['other'] }, want: [] },
])('$name', async ({ effect, args, want }) => {
  const nodes = [node('n1', { spec: { taints: [taint(effect)] } }), node('n2')];
  expect(await evicted({ strategy: 'RemovePodsViolatingNodeTaints', args, objects: { nodes, pods } })).toEqual(want);
});
