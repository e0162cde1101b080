import type { Affinity } from '@orrery/api-types';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene, type Scene } from '../testing/scheduling-scene';
import type { BehaviourOverrides } from '@orrery/scheduling';

const HOST = 'kubernetes.io/hostname';
const term = (app: string, topologyKey = 'zone') => ({ topologyKey, labelSelector: { matchLabels: { app } } });
const near = (...apps: string[]): Affinity => ({
  podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: apps.map((app) => term(app)) },
});
const far = (...apps: string[]): Affinity => ({
  podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: apps.map((app) => term(app, HOST)) },
});
const nodeA = makeNode('a').label('zone', 'z1');
const x = makePod('x').label('app', 'x').node('a');

const wakes = ({ scheduler }: Scene, event: (scheduler: Scene['scheduler']) => void): boolean => {
  scheduler.scheduleBatch(1);
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe('unschedulable');
  event(scheduler);
  return scheduler.parts.queue.entry('default-p')?.place !== 'unschedulable';
};

test.each([
  ['the pod it wants to be near', 'x', true],
  ['another pod', 'y', false],
])('affinity and the arrival of %s', (_name, app, want) => {
  const scene = makeScene({ nodes: [nodeA], pods: [makePod('p').affinity(near('x'))] });
  const other = makePod('other').label('app', app).node('a').build();
  expect(wakes(scene, (scheduler) => scheduler.podChanged(undefined, other))).toBe(want);
});

test('a pod must match all affinity terms to be of interest', () => {
  const scene = makeScene({ nodes: [nodeA], pods: [makePod('p').affinity(near('x', 'y'))] });
  expect(wakes(scene, (scheduler) => scheduler.podChanged(undefined, x.build()))).toBe(false);
});

test.each([
  ['it begins to match', near('x'), ['y', 'x'], true],
  ['it goes on not to match', near('x'), ['y', 'z'], false],
] as const)('affinity and a change of labels: %s', (_name, affinity, [before, after], want) => {
  const other = (app: string, version: string) => makePod('o').label('app', app).node('a').version(version);
  const scene = makeScene({ nodes: [nodeA], pods: [other(before, '1'), makePod('p').affinity(affinity)] });
  expect(wakes(scene, (scheduler) => scheduler.podChanged(other(before, '1').build(), other(after, '2').build()))).toBe(
    want,
  );
});

test('anti-affinity and a pod that matches no longer', () => {
  const scene = makeScene({ nodes: [nodeA], pods: [x, makePod('p').affinity(far('x'))] });
  const renamed = x.version('2').label('app', 'other').build();
  expect(wakes(scene, (scheduler) => scheduler.podChanged(x.build(), renamed))).toBe(true);
});

test.each([
  ['an excluded pod', {}, x, makePod('p').affinity(far('x')), true],
  ['a pod that excludes it', {}, x.affinity(far('p')), makePod('p').label('app', 'p'), true],
  [
    'a pod that excludes it, as upstream',
    { interPodAffinity: { hint: 'upstream' } } as BehaviourOverrides,
    x.affinity(far('p')),
    makePod('p').label('app', 'p'),
    false,
  ],
])('the departure of %s', (_name, knobs, other, pod, want) => {
  const scene = makeScene({ nodes: [nodeA], pods: [other, pod], knobs });
  expect(wakes(scene, (scheduler) => scheduler.podChanged(other.build(), undefined))).toBe(want);
});

test.each([
  ['with the topology key', near('x'), makeNode('b').label('zone', 'z2'), true],
  ['without the topology key', near('x'), makeNode('b'), false],
  ['with a host name, for anti-affinity', far('x'), makeNode('b'), true],
])('a new node %s', (_name, affinity, node, want) => {
  const scene = makeScene({
    nodes: [nodeA],
    pods: [x.affinity({}), makePod('p').label('app', 'p').affinity(affinity)],
  });
  if (affinity.podAffinity) {
    scene.scheduler.podChanged(x.build(), undefined);
  }
  expect(wakes(scene, (scheduler) => scheduler.nodeChanged(undefined, node.build()))).toBe(want);
});

test('a new node is of interest to a pod that others exclude', () => {
  const guard = x.affinity(far('p'));
  const scene = makeScene({ nodes: [nodeA], pods: [guard, makePod('p').label('app', 'p')] });
  expect(wakes(scene, (scheduler) => scheduler.nodeChanged(undefined, makeNode('b').build()))).toBe(true);
});

test('a node that gets the topology key', () => {
  const bare = makeNode('b');
  const scene = makeScene({ nodes: [nodeA, bare], pods: [makePod('p').affinity(near('x'))] });
  const labelled = bare.version('2').label('zone', 'z2').build();
  expect(wakes(scene, (scheduler) => scheduler.nodeChanged(bare.build(), labelled))).toBe(true);
});
