import type { KubeObject, Volume } from '@orrery/api-types';
import {
  makeAttachment,
  makeBoundClaim,
  makeClaim,
  makeCsiNode,
  makeNode,
  makePod,
  makeStorageClass,
  makeVolume,
} from '@orrery/builders';
import { makeScene, reasonsByNode } from '../testing/scheduling-scene';

const DRIVER = 'disk.example.com';
const REASON = 'node(s) exceed max volume count';
const claimed = (claimName: string): Volume => ({ name: claimName, persistentVolumeClaim: { claimName } });
const bound = (name: string, driver = DRIVER): KubeObject[] => [
  makeBoundClaim(name, `v-${name}`),
  makeVolume(`v-${name}`, { csi: { driver, volumeHandle: name } }, { phase: 'Bound' }),
];
const LIMIT_ONE = makeCsiNode('n', { [DRIVER]: { count: 1 } });
const delayed = makeClaim('new', { storageClassName: 'fast' });

test.each<[string, readonly KubeObject[], string, boolean]>([
  ['a second volume', [LIMIT_ONE, ...bound('new')], 'new', false],
  ['the same volume', [LIMIT_ONE], 'old', true],
  ['a volume of another driver', [LIMIT_ONE, ...bound('new', 'other.example.com')], 'new', true],
  ['no limit', [makeCsiNode('n', { [DRIVER]: {} }), ...bound('new')], 'new', true],
  ['no report of the node', bound('new'), 'new', true],
  ['a volume that is to be made', [LIMIT_ONE, delayed, makeStorageClass('fast')], 'new', false],
])('%s', (_name, objects, wanted, fits) => {
  const scene = makeScene({
    nodes: [makeNode('n')],
    pods: [makePod('x').node('n').volumes(claimed('old'))],
    objects: [...bound('old'), ...objects],
  });
  expect(reasonsByNode(scene.explain(makePod('p').volumes(claimed(wanted))))).toEqual({ n: fits ? [] : [REASON] });
});

test.each([
  ['modern', [REASON]],
  ['k8s-1.20', []],
] as const)('a volume that is attached for no pod counts: %s', (bundle, want) => {
  const unused = makeVolume('unused', { csi: { driver: DRIVER, volumeHandle: 'unused' } });
  const scene = makeScene({
    bundle,
    nodes: [makeNode('n')],
    objects: [LIMIT_ONE, ...bound('new'), unused, makeAttachment('a', 'n', 'unused')],
  });
  expect(reasonsByNode(scene.explain(makePod('p').volumes(claimed('new'))))).toEqual({ n: want });
});

test('disks that a driver took over count as its own', () => {
  const annotations = { 'storage.alpha.kubernetes.io/migrated-plugins': 'kubernetes.io/aws-ebs,kubernetes.io/gce-pd' };
  const disk = (volumeID: string): Volume => ({ name: volumeID, awsElasticBlockStore: { volumeID } });
  const pods = [makePod('x').node('n').volumes(disk('a'))];
  const limit = { 'ebs.csi.aws.com': { count: 1 } };
  const migrated = makeScene({ nodes: [makeNode('n')], pods, objects: [makeCsiNode('n', limit, annotations)] });
  expect(reasonsByNode(migrated.explain(makePod('p').volumes(disk('b'))))).toEqual({ n: [REASON] });
  const builtIn = makeScene({ nodes: [makeNode('n')], pods, objects: [makeCsiNode('n', limit)] });
  expect(reasonsByNode(builtIn.explain(makePod('p').volumes(disk('b'))))).toEqual({ n: [] });
});

test.each([
  ['with a claim', claimed('old'), 'backoff'],
  ['without', { name: 'e', emptyDir: {} }, 'unschedulable'],
] as const)('a pod %s that goes leaves the sleeper in %s', (_name, volume, place) => {
  const leaver = makePod('y').node('n').volumes(volume);
  const { scheduler } = makeScene({
    nodes: [makeNode('n')],
    pods: [makePod('x').node('n').volumes(claimed('old')), leaver, makePod('p').volumes(claimed('new'))],
    objects: [LIMIT_ONE, ...bound('old'), ...bound('new')],
  });
  scheduler.scheduleBatch(1);
  scheduler.podChanged(leaver.build(), undefined);
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe(place);
});
