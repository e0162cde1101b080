import { evicted, node, pod } from '../../testing/descheduled';

const away = (app: string, topologyKey = 'kubernetes.io/hostname'): object => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: { app } }, topologyKey }],
    },
  },
});
const a = pod('a', 'n1', { labels: { app: 'a' } });
const b = pod('b', 'n1', { spec: away('a') });
const c = pod('c', 'n1', { spec: away('a') });
const replica = (name: string, priority: number): ReturnType<typeof pod> =>
  pod(name, 'n1', { labels: { app: 'r' }, spec: { priority, ...away('r') } });
const zoned = [node('n1', { labels: { zone: 'z' } }), node('n2', { labels: { zone: 'z' } })];

test.each([
  { name: 'the target goes first', victim: 'TargetFirst', pods: [a, b, c], want: ['a'] },
  { name: 'the holders go', victim: 'Holder', pods: [a, b, c], want: ['b', 'c'] },
  {
    name: 'low priority first, the last stays',
    victim: 'Holder',
    pods: [replica('r1', 10), replica('r2', 0), replica('r3', 5)],
    want: ['r2', 'r3'],
  },
  {
    name: 'the same by target',
    victim: 'TargetFirst',
    pods: [replica('r1', 10), replica('r2', 0), replica('r3', 5)],
    want: ['r2', 'r3'],
  },
  {
    name: 'across the nodes of a domain',
    victim: 'Holder',
    pods: [a, pod('d', 'n2', { spec: away('a', 'zone') })],
    want: ['d'],
  },
  { name: 'not across nodes by host name', victim: 'Holder', pods: [a, pod('d', 'n2', { spec: away('a') })], want: [] },
  {
    name: 'a holder does not hit itself',
    victim: 'Holder',
    pods: [pod('s', 'n1', { labels: { app: 's' }, spec: away('s') })],
    want: [],
  },
] as const)('$name', async ({ victim, pods, want }) => {
  const objects = { nodes: zoned, pods };
  const behaviour = { antiAffinityVictim: victim };
  const strategy = 'RemovePodsViolatingInterPodAntiAffinity';
  expect(await evicted({ strategy, objects, behaviour })).toEqual(want);
});
