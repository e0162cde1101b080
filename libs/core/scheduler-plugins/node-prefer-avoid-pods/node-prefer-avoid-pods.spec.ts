import type { Profile } from '@orrery/scheduling';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene, scoresByNode } from '../testing/scheduling-scene';

const profiles: readonly Profile[] = [
  {
    schedulerName: 'default-scheduler',
    plugins: { score: { disabled: [{ name: '*' }], enabled: [{ name: 'NodePreferAvoidPods' }] } },
  },
];
const ANNOTATION = 'scheduler.alpha.kubernetes.io/preferAvoidPods';
const avoiding = (kind: string, uid: string): string =>
  JSON.stringify({ preferAvoidPods: [{ podSignature: {} }, { podSignature: { podController: { kind, uid } } }] });
const nodes = [
  makeNode('free'),
  makeNode('set').annotation(ANNOTATION, avoiding('ReplicaSet', 'u1')),
  makeNode('controller').annotation(ANNOTATION, avoiding('ReplicationController', 'u1')),
  makeNode('stateful').annotation(ANNOTATION, avoiding('StatefulSet', 'u1')),
  makeNode('garbled').annotation(ANNOTATION, '{"preferAvoidPods": 7'),
  makeNode('odd').annotation(ANNOTATION, '{"preferAvoidPods": {"podSignature": 1}}'),
];
const everywhere = { free: 100, set: 100, controller: 100, stateful: 100, garbled: 100, odd: 100 };

test.each([
  ['without an owner', makePod('p'), everywhere],
  ['of a replica set', makePod('p').owner('ReplicaSet', 'web', 'u1'), { ...everywhere, set: 0 }],
  ['of a replica set of another uid', makePod('p').owner('ReplicaSet', 'web', 'u2'), everywhere],
  [
    'of a replication controller',
    makePod('p').owner('ReplicationController', 'web', 'u1'),
    { ...everywhere, controller: 0 },
  ],
  ['of a stateful set', makePod('p').owner('StatefulSet', 'web', 'u1'), everywhere],
])('a pod %s', (_name, pod, want) => {
  expect(scoresByNode(makeScene({ nodes, profiles }).explain(pod), 'NodePreferAvoidPods')).toEqual(want);
});

test('at S = 10', () => {
  const scene = makeScene({ nodes: nodes.slice(0, 2), profiles, bundle: 'okd-legacy' });
  const pod = makePod('p').owner('ReplicaSet', 'web', 'u1');
  expect(scoresByNode(scene.explain(pod), 'NodePreferAvoidPods')).toEqual({ free: 10, set: 0 });
});
