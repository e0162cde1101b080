import { evicted, node, pod } from '../../testing/descheduled';

const restarts = (main: number, init = 0, state: object = {}): object => ({
  containerStatuses: [{ name: 'main', restartCount: main, state }],
  initContainerStatuses: [{ name: 'init', restartCount: init }],
});
const pods = [
  pod('p1', 'n1', { status: restarts(99, 1) }),
  pod('p2', 'n1', { status: restarts(100) }),
  pod('p3', 'n1', { status: restarts(250, 0, { waiting: { reason: 'CrashLoopBackOff' } }) }),
];

test.each([
  { name: 'most restarts first, the threshold itself included', args: {}, want: ['p3', 'p2'] },
  { name: 'init containers count when asked', args: { includingInitContainers: true }, want: ['p3', 'p1', 'p2'] },
  { name: 'only in a state', args: { states: ['CrashLoopBackOff'] }, want: ['p3'] },
  { name: 'Running is a phase', args: { states: ['Running'] }, want: ['p3', 'p2'] },
])('$name', async ({ args, want }) => {
  const objects = { nodes: [node('n1'), node('n2')], pods };
  const given = { podRestartThreshold: 100, ...args };
  expect(await evicted({ strategy: 'RemovePodsHavingTooManyRestarts', args: given, objects })).toEqual(want);
});
