import { evicted, node, pod } from '../../testing/descheduled';

const terms = (value: string): object => ({ matchExpressions: [{ key: 'zone', operator: 'In', values: [value] }] });
const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [terms('us')] } };
const preferred = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 5, preference: terms('us') }] };
const emea = node('a', { labels: { zone: 'emea' } });
const us = (more: { spec?: object; allocatable?: object } = {}): ReturnType<typeof node> =>
  node('b', { labels: { zone: 'us' }, ...more });
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

test.each([
  { name: 'violated, and another node fits', type: REQUIRED, affinity: required, other: us(), want: ['p'] },
  { name: 'no node matches', type: REQUIRED, affinity: required, other: node('b'), want: [] },
  {
    name: 'the match is cordoned',
    type: REQUIRED,
    affinity: required,
    other: us({ spec: { unschedulable: true } }),
    want: [],
  },
  {
    name: 'the match has no room',
    type: REQUIRED,
    affinity: required,
    other: us({ allocatable: { cpu: '1' } }),
    want: [],
  },
  { name: 'another node is preferred', type: PREFERRED, affinity: preferred, other: us(), want: ['p'] },
  {
    name: 'the preferred node need not be the one that fits',
    type: PREFERRED,
    affinity: preferred,
    other: us({ spec: { unschedulable: true } }),
    want: ['p'],
  },
  { name: 'preferences do not count as demands', type: REQUIRED, affinity: preferred, other: us(), want: [] },
])('$name', async ({ type, affinity, other, want }) => {
  const pods = [pod('p', 'a', { requests: { cpu: '2' }, spec: { affinity: { nodeAffinity: affinity } } })];
  const objects = { nodes: [emea, other], pods };
  const args = { nodeAffinityType: [type] };
  expect(await evicted({ strategy: 'RemovePodsViolatingNodeAffinity', args, objects })).toEqual(want);
});
