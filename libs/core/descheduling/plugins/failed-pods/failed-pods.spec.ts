import { evicted, node, pod } from '../../testing/descheduled';

const failed = (reason: string, exitCode = 1): object => ({
  phase: 'Failed',
  containerStatuses: [{ name: 'main', state: { terminated: { reason, exitCode } } }],
});
const pods = [
  pod('f1', 'n1', { status: failed('Error'), owners: [{ kind: 'Job', name: 'j', uid: 'j' }] }),
  pod('f2', 'n1', { status: failed('Error'), ageSeconds: 600 }),
  pod('f3', 'n1', { status: failed('OOMKilled', 137), owners: [] }),
];
const bare = { podProtections: { defaultDisabled: ['FailedBarePods'] } };

test.each([
  { name: 'an hour old by default', args: { reasons: ['Error'] }, evictor: {}, want: ['f1'] },
  {
    name: 'kinds of owners are spared',
    args: { reasons: ['Error'], excludeOwnerKinds: ['Job'] },
    evictor: {},
    want: [],
  },
  { name: 'bare pods when they are not protected', args: {}, evictor: bare, want: ['f1', 'f3'] },
  { name: 'by exit code', args: { exitCodes: [137] }, evictor: bare, want: ['f3'] },
  { name: 'any age', args: { minPodLifetimeSeconds: 0 }, evictor: {}, want: ['f1', 'f2'] },
])('$name', async ({ args, evictor, want }) => {
  const objects = { nodes: [node('n1'), node('n2')], pods };
  expect(await evicted({ strategy: 'RemoveFailedPods', args, evictor, objects })).toEqual(want);
});
