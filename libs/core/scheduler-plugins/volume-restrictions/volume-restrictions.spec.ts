import type { Volume } from '@orrery/api-types';
import { makeBoundClaim, makeClaim, makeNode, makePod, makeVolume } from '@orrery/builders';
import { makeScene, reasonsByNode } from '../testing/scheduling-scene';

const DISK = 'node(s) had no available disk';
const CLAIM =
  'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod';
const gce = (pdName: string, readOnly = false): Volume => ({ name: 'v', gcePersistentDisk: { pdName, readOnly } });
const ebs = (volumeID: string, readOnly = false): Volume => ({
  name: 'v',
  awsElasticBlockStore: { volumeID, readOnly },
});
const iscsi = (iqn: string, readOnly = false): Volume => ({
  name: 'v',
  iscsi: { iqn, lun: 0, targetPortal: 'a', readOnly },
});
const rbd = (monitors: string[], pool: string, image: string, readOnly = false): Volume => ({
  name: 'v',
  rbd: { monitors, pool, image, readOnly },
});

test.each<[string, Volume, Volume, boolean]>([
  ['one disk written by both', gce('d'), gce('d'), true],
  ['one disk read by both', gce('d', true), gce('d', true), false],
  ['one disk read by one', gce('d', true), gce('d'), true],
  ['two disks', gce('d'), gce('e'), false],
  ['one EBS volume, even if only read', ebs('v', true), ebs('v', true), true],
  ['two EBS volumes', ebs('v'), ebs('w'), false],
  ['one iSCSI target', iscsi('i'), iscsi('i'), true],
  ['one iSCSI target that is read', iscsi('i', true), iscsi('i', true), false],
  ['an image of a shared monitor', rbd(['a', 'b'], 'p', 'i'), rbd(['b', 'c'], 'p', 'i'), true],
  ['an image that is read', rbd(['a'], 'p', 'i', true), rbd(['a'], 'p', 'i', true), false],
  ['other monitors', rbd(['a'], 'p', 'i'), rbd(['c'], 'p', 'i'), false],
  ['another pool', rbd(['a'], 'p', 'i'), rbd(['a'], 'q', 'i'), false],
  ['another image', rbd(['a'], 'p', 'i'), rbd(['a'], 'p', 'j'), false],
  ['different kinds', gce('d'), ebs('d'), false],
])('%s', (_name, ours, theirs, conflicts) => {
  const scene = makeScene({
    nodes: [makeNode('n'), makeNode('free')],
    pods: [makePod('x').node('n').volumes({ name: 'e', emptyDir: {} }, theirs)],
  });
  const explained = scene.explain(makePod('p').volumes(ours));
  expect(reasonsByNode(explained)).toEqual({ n: conflicts ? [DISK] : [], free: [] });
  if (conflicts) expect(explained.filters.get('n')?.code).toBe('Unschedulable');
});

test('the guide names the predicate', () => {
  const scene = makeScene({
    bundle: 'okd-legacy',
    nodes: [makeNode('n').condition('Ready', 'True')],
    pods: [makePod('x').node('n').volumes(ebs('v'))],
  });
  expect(reasonsByNode(scene.explain(makePod('p').volumes(ebs('v'))))).toEqual({ n: ['NoDiskConflict'] });
});

const data = { name: 'data', persistentVolumeClaim: { claimName: 'data' } };
const exclusive = makeBoundClaim('data', 'v', { accessModes: ['ReadWriteOncePod'] });
const shared = makeBoundClaim('data', 'v');
const volume = makeVolume('v', {}, { phase: 'Bound' });

test.each([
  ['a claim for one pod in use', 'modern', exclusive, CLAIM],
  ['a claim for many in use', 'modern', shared, undefined],
  ['a claim for one pod before there were such', 'k8s-1.20', exclusive, undefined],
] as const)('%s', (_name, bundle, claim, want) => {
  const scene = makeScene({
    bundle,
    nodes: [makeNode('a'), makeNode('b')],
    pods: [makePod('x').node('a').volumes(data)],
    objects: [claim, volume],
  });
  const reasons = want === undefined ? [] : [want];
  expect(reasonsByNode(scene.explain(makePod('p').volumes(data)))).toEqual({ a: reasons, b: reasons });
});

test('a missing claim is said once for the cluster', () => {
  const scene = makeScene({ nodes: [makeNode('a')] });
  const explained = scene.explain(makePod('p').volumes(data));
  expect(explained.filters.get('a')).toMatchObject({
    code: 'UnschedulableAndUnresolvable',
    reasons: ['persistentvolumeclaim "data" not found'],
  });
});

test.each([
  ['the holder of the claim', 'x', 'backoff'],
  ['another pod', 'y', 'unschedulable'],
])('when %s goes the sleeper is %s', (_name, gone, place) => {
  const holders = {
    x: makePod('x').node('a').volumes(data),
    y: makePod('y').node('a').volumes({ name: 'e', emptyDir: {} }),
  };
  const { scheduler } = makeScene({
    nodes: [makeNode('a')],
    pods: [...Object.values(holders), makePod('p').volumes(data)],
    objects: [exclusive, volume],
  });
  scheduler.scheduleBatch(1);
  scheduler.podChanged(holders[gone as 'x'].build(), undefined);
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe(place);
});

test('the claim of a pod that is gone is free again', () => {
  const holder = makePod('x').node('a').volumes(data);
  const scene = makeScene({ nodes: [makeNode('a')], pods: [holder], objects: [exclusive, volume] });
  scene.scheduler.podChanged(holder.build(), undefined);
  expect(reasonsByNode(scene.explain(makePod('p').volumes(data)))).toEqual({ a: [] });
});

test('a claim that comes wakes the pods that use it', () => {
  const { scheduler } = makeScene({ nodes: [makeNode('a')], pods: [makePod('p').volumes(data)] });
  scheduler.scheduleBatch(1);
  scheduler.objectChanged(undefined, makeClaim('other'));
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe('unschedulable');
  scheduler.objectChanged(undefined, exclusive);
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe('backoff');
});
