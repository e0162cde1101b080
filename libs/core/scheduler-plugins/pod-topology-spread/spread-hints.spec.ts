import { makeNode, makePod } from '@orrery/builders';
import { makeScene, type Scene } from '../testing/scheduling-scene';

const ZONE = 'topology.kubernetes.io/zone';
const web = (name: string) => makePod(name).label('app', 'web');
const waiting = (nodeTaintsPolicy = 'Ignore') =>
  web('p').spec({
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: ZONE,
        whenUnsatisfiable: 'DoNotSchedule',
        nodeTaintsPolicy,
        labelSelector: { matchLabels: { app: 'web' } },
      },
    ],
  });
const [a, b, bare] = [makeNode('a').zone('z1'), makeNode('b').zone('z2').cordoned(), makeNode('bare').cordoned()];
const one = web('one').node('a');

/** Zone 1 holds a pod and zone 2, the empty one, is cordoned: the waiting pod cannot be placed. */
const scene = (pod = waiting()): Scene => makeScene({ nodes: [a, b, bare], pods: [one, pod] });
const place = ({ scheduler }: Scene) => scheduler.parts.queue.entry('default-p')?.place;

test.each<[name: string, happens: (scheduler: Scene['scheduler']) => void, wakes: boolean]>([
  ['a counted pod leaves', (s) => s.podChanged(one.build(), undefined), true],
  ['a counted pod comes', (s) => s.podChanged(undefined, web('two').node('b').build()), true],
  ['another pod comes', (s) => s.podChanged(undefined, makePod('two').node('b').build()), false],
  [
    'a pod of another namespace comes',
    (s) => s.podChanged(undefined, web('two').namespace('n').node('b').build()),
    false,
  ],
  ['a pod is counted no more', (s) => s.podChanged(one.build(), one.label('app', 'db').version('2').build()), true],
  [
    'a label changes that no pod asks for',
    (s) => s.podChanged(one.build(), one.label('x', 'y').version('2').build()),
    false,
  ],
  ['a node with the key comes', (s) => s.nodeChanged(undefined, makeNode('c').zone('z3').build()), true],
  ['a node without the key comes', (s) => s.nodeChanged(undefined, makeNode('c').build()), false],
  ['a node with the key goes', (s) => s.nodeChanged(b.build(), undefined), true],
  ['a node gets the key', (s) => s.nodeChanged(bare.build(), bare.zone('z3').version('2').build()), true],
  ['a node changes its zone', (s) => s.nodeChanged(b.build(), b.zone('z1').version('2').build()), true],
  ['a node gets another label', (s) => s.nodeChanged(b.build(), b.label('x', 'y').version('2').build()), false],
])('%s', (_name, happens, wakes) => {
  const opened = scene();
  opened.scheduler.scheduleBatch(5);
  expect(place(opened)).toBe('unschedulable');
  opened.scheduler.parts.queue.entry('default-p')!.rejectors = new Set(['PodTopologySpread']);
  happens(opened.scheduler);
  expect(place(opened) !== 'unschedulable').toBe(wakes);
});

test.each([
  ['Honor', true],
  ['Ignore', false],
])('a toleration of the pod itself, with taints policy %s', (policy, wakes) => {
  const opened = scene(waiting(policy));
  opened.scheduler.scheduleBatch(5);
  opened.scheduler.parts.queue.entry('default-p')!.rejectors = new Set(['PodTopologySpread']);
  const tolerating = waiting(policy).toleration({ operator: 'Exists' }).version('2').build();
  opened.scheduler.podChanged(waiting(policy).build(), tolerating);
  expect(place(opened) !== 'unschedulable').toBe(wakes);
});
