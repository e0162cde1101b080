import type { KubeObject, Volume } from '@orrery/api-types';
import { makeBoundClaim, makeClaim, makeNode, makePod, makeStorageClass, makeVolume } from '@orrery/builders';
import { makeScene, reasonsByNode } from '../testing/scheduling-scene';
import type { Profile } from '@orrery/scheduling';

const REASON = 'node(s) exceed max volume count';
const ebs = (volumeID: string): Volume => ({ name: volumeID, awsElasticBlockStore: { volumeID } });
const gce = (pdName: string): Volume => ({ name: pdName, gcePersistentDisk: { pdName } });
const azure = (diskName: string): Volume => ({ name: diskName, azureDisk: { diskName, diskURI: diskName } });
const cinder = (volumeID: string): Volume => ({ name: volumeID, cinder: { volumeID } });
const many = (make: (id: string) => Volume, count: number): Volume[] =>
  Array.from({ length: count }, (_, i) => make(`d${i}`));
const claimed = (claimName: string): Volume => ({ name: claimName, persistentVolumeClaim: { claimName } });

function profile(plugin: string, maxVolumes?: number): Profile {
  return {
    schedulerName: 'default-scheduler',
    plugins: {
      multiPoint: {
        disabled: [{ name: '*' }],
        enabled: ['PrioritySort', plugin, 'DefaultBinder'].map((name) => ({ name })),
      },
    },
    pluginConfig: maxVolumes === undefined ? [] : [{ name: plugin, args: { maxVolumes } }],
  };
}

const m5 = makeNode('n').label('node.kubernetes.io/instance-type', 'm5.large');
const said = makeNode('n').allocatable({ 'attachable-volumes-aws-ebs': '2' });

test.each([
  ['EBSLimits', 'the default', makeNode('n'), many(ebs, 39), undefined, true],
  ['EBSLimits', 'a machine of newer type', m5, many(ebs, 25), undefined, true],
  ['EBSLimits', 'what the environment says', makeNode('n'), many(ebs, 3), 3, true],
  ['EBSLimits', 'nothing said by the environment', makeNode('n'), many(ebs, 38), 0, false],
  ['EBSLimits', 'what the node says', said, many(ebs, 2), 30, true],
  ['EBSLimits', 'one less', said, many(ebs, 1), 30, false],
  ['EBSLimits', 'disks of another kind', said, many(gce, 5), undefined, false],
  ['GCEPDLimits', 'the default', makeNode('n'), many(gce, 16), undefined, true],
  ['AzureDiskLimits', 'the default', makeNode('n'), many(azure, 16), undefined, true],
  ['CinderLimits', 'the default', makeNode('n'), many(cinder, 256), undefined, true],
] as const)('%s: %s', (plugin, _name, node, held, maxVolumes, isFull) => {
  const make = { EBSLimits: ebs, GCEPDLimits: gce, AzureDiskLimits: azure, CinderLimits: cinder }[plugin];
  const scene = makeScene({
    profiles: [profile(plugin, maxVolumes)],
    bundle: 'k8s-1.20',
    nodes: [node],
    pods: [
      makePod('x')
        .node('n')
        .volumes(...held),
    ],
  });
  expect(reasonsByNode(scene.explain(makePod('p').volumes(make('new'))))).toEqual({ n: isFull ? [REASON] : [] });
  expect(reasonsByNode(scene.explain(makePod('q').volumes({ name: 'e', emptyDir: {} })))).toEqual({ n: [] });
});

const EBS_CLASS = makeStorageClass('ebs', { provisioner: 'kubernetes.io/aws-ebs' });
const ebsVolume = makeVolume('v', { awsElasticBlockStore: { volumeID: 'd0' } });

test.each<[string, Volume[], readonly KubeObject[], boolean]>([
  ['a disk that is there already', [ebs('d0')], [], true],
  ['one there already and a new one', [ebs('d0'), ebs('new')], [], false],
  ['a claim for a disk that is there', [claimed('c')], [makeBoundClaim('c', 'v'), ebsVolume], true],
  ['an unbound claim of the kind', [claimed('c')], [makeClaim('c', { storageClassName: 'ebs' }), EBS_CLASS], false],
  ['an unbound claim of another kind', [claimed('c')], [makeClaim('c', { storageClassName: 'other' })], true],
  [
    'a claim whose volume is gone',
    [claimed('c')],
    [makeBoundClaim('c', 'v', { storageClassName: 'ebs' }), EBS_CLASS],
    false,
  ],
  ['a claim that is missing', [claimed('c')], [], true],
])('on a full node %s fits: %#', (_name, volumes, objects, fits) => {
  const scene = makeScene({
    profiles: [profile('EBSLimits')],
    bundle: 'k8s-1.20',
    nodes: [said],
    pods: [
      makePod('x')
        .node('n')
        .volumes(...many(ebs, 2)),
    ],
    objects,
  });
  expect(reasonsByNode(scene.explain(makePod('p').volumes(...volumes)))).toEqual({ n: fits ? [] : [REASON] });
});

test('arguments that are no number are refused', () => {
  const text = /maxVolumes: Invalid value: 1.5/;
  expect(() => makeScene({ profiles: [profile('EBSLimits', 1.5)] })).toThrow(text);
});
