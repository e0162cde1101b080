import type { KubeObject } from '@orrery/api-types';
import { makeBoundClaim, makeClaim, makeNode, makePod, makeStorageClass, makeVolume } from '@orrery/builders';
import { makeScene, reasonsByNode } from '../testing/scheduling-scene';

const REASON = 'node(s) had no available volume zone';
const GA = 'topology.kubernetes.io/zone';
const BETA = 'failure-domain.beta.kubernetes.io/zone';
const pod = makePod('p').volumes({ name: 'data', persistentVolumeClaim: { claimName: 'data' } });
const labelled = (labels: Record<string, string>): KubeObject =>
  makeVolume('v', {}, { metadata: { labels }, phase: 'Bound' });

test.each<[string, Record<string, string>, Record<string, string>, boolean]>([
  ['the same zone', { [GA]: 'a' }, { [GA]: 'a' }, true],
  ['another zone', { [GA]: 'a' }, { [GA]: 'b' }, false],
  ['one of several zones', { [GA]: 'a__b' }, { [GA]: 'b' }, true],
  ['a value with an empty part is no place', { [GA]: 'a__' }, { [GA]: 'b' }, true],
  ['a node without any place', { [GA]: 'a' }, {}, true],
  ['a node that says its region only', { [GA]: 'a' }, { 'topology.kubernetes.io/region': 'r' }, false],
  ['the old name on both', { [BETA]: 'a' }, { [BETA]: 'a' }, true],
  ['the old name on the volume', { [BETA]: 'a' }, { [GA]: 'a' }, true],
  ['the new name on the volume', { [GA]: 'a' }, { [BETA]: 'a' }, false],
  ['no place of the volume', {}, { [GA]: 'a' }, true],
])('%s', (_name, volumeLabels, nodeLabels, fits) => {
  const node = Object.entries(nodeLabels).reduce((built, [key, value]) => built.label(key, value), makeNode('n'));
  const scene = makeScene({ nodes: [node], objects: [makeBoundClaim('data', 'v'), labelled(volumeLabels)] });
  expect(reasonsByNode(scene.explain(pod))).toEqual({ n: fits ? [] : [REASON] });
});

test('before, the old name was not the new one', () => {
  const scene = makeScene({
    bundle: 'k8s-1.20',
    nodes: [makeNode('n').label(GA, 'a')],
    objects: [makeBoundClaim('data', 'v'), labelled({ [BETA]: 'a' })],
  });
  expect(reasonsByNode(scene.explain(pod))).toEqual({ n: [REASON] });
});

test.each<[string, readonly KubeObject[], readonly string[]]>([
  ['a volume that is gone', [makeBoundClaim('data', 'v')], ['persistentvolume "v" not found']],
  ['no class', [makeClaim('data')], ['PersistentVolumeClaim had no pv name and storageClass name']],
  ['no such class', [makeClaim('data', { storageClassName: 'c' })], ['storageclass.storage.k8s.io "c" not found']],
  [
    'an immediate class',
    [makeClaim('data', { storageClassName: 'c' }), makeStorageClass('c', { volumeBindingMode: 'Immediate' })],
    ['PersistentVolume had no name'],
  ],
  ['a class that waits', [makeClaim('data', { storageClassName: 'c' }), makeStorageClass('c')], []],
])('%s', (_name, objects, want) => {
  const profiles = [
    {
      schedulerName: 'default-scheduler',
      plugins: {
        multiPoint: {
          disabled: [{ name: '*' }],
          enabled: ['PrioritySort', 'VolumeZone', 'DefaultBinder'].map((name) => ({ name })),
        },
      },
    },
  ];
  const scene = makeScene({ profiles, nodes: [makeNode('n')], objects });
  expect(reasonsByNode(scene.explain(pod))).toEqual({ n: want });
});

test.each([
  ['a label of zone that changes', labelled({ [GA]: 'n' }), 'backoff'],
  ['another label that changes', labelled({ [GA]: 'a', tier: 'gold' }), 'unschedulable'],
  ['another volume', makeVolume('w'), 'unschedulable'],
] as const)('%s leaves the sleeper in %s', (_name, change, place) => {
  const before = labelled({ [GA]: 'a' });
  const { scheduler } = makeScene({
    nodes: [makeNode('n').label(GA, 'n')],
    pods: [pod],
    objects: [makeBoundClaim('data', 'v'), before],
  });
  scheduler.scheduleBatch(1);
  scheduler.objectChanged(change.metadata.name === 'v' ? before : undefined, change);
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe(place);
});
