import { evicted, node, pod } from '../../testing/descheduled';

const waiting = { containerStatuses: [{ name: 'main', state: { waiting: { reason: 'ImagePullBackOff' } } }] };
const killed = { containerStatuses: [{ name: 'main', state: { terminated: { reason: 'OOMKilled', exitCode: 137 } } }] };
const ready = { conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-03-01T11:50:00Z' }] };
const pods = [
  pod('exactly', 'n1', { ageSeconds: 3600 }),
  pod('older', 'n2', { ageSeconds: 3601 }),
  pod('oldest', 'n1', { ageSeconds: 9000, status: waiting }),
  pod('killed', 'n2', { ageSeconds: 5000, status: killed }),
  pod('unready', 'n1', { ageSeconds: 10, status: ready, owners: [{ kind: 'Job', name: 'j', uid: 'j' }] }),
  pod('unborn', 'n1', { ageSeconds: -10 }),
];

test.each([
  {
    name: 'strictly older, oldest of all nodes first',
    args: { maxPodLifeTimeSeconds: 3600 },
    want: ['oldest', 'killed', 'older'],
  },
  { name: 'and waiting', args: { maxPodLifeTimeSeconds: 3600, states: ['ImagePullBackOff'] }, want: ['oldest'] },
  { name: 'and ended', args: { maxPodLifeTimeSeconds: 3600, states: ['OOMKilled'] }, want: ['killed'] },
  { name: 'by exit code alone', args: { exitCodes: [137] }, want: ['killed'] },
  { name: 'by condition alone', args: { conditions: [{ type: 'Ready', status: 'False' }] }, want: ['unready'] },
  {
    name: 'by age of a condition, to the second',
    args: { conditions: [{ type: 'Ready', minTimeSinceLastTransitionSeconds: 600 }] },
    want: ['unready'],
  },
  { name: 'too young a condition', args: { conditions: [{ minTimeSinceLastTransitionSeconds: 601 }] }, want: [] },
  {
    name: 'a negative age never matches',
    args: { maxPodLifeTimeSeconds: 0, ownerKinds: { include: ['Job'] } },
    want: ['unready'],
  },
])('$name', async ({ args, want }) => {
  const objects = { nodes: [node('n1'), node('n2')], pods };
  expect(await evicted({ strategy: 'PodLifeTime', args, objects })).toEqual(want);
});
