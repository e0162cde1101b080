import type { KubeObject, OwnerReference } from '@orrery/api-types';
import {
  evaluateDependent,
  evaluateOwner,
  withoutBlocks,
  withoutFinalizer,
  withoutOwners,
  type OwnerState,
} from './owner-verdict';

const reference = (uid: string, blockOwnerDeletion = false): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: uid,
  uid,
  blockOwnerDeletion,
});
const object = (metadata: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'x', namespace: 'ns', uid: 'x', resourceVersion: '1', creationTimestamp: '', ...metadata },
});
const NOW = '2026-01-01T00:00:00Z';

describe('evaluateDependent', () => {
  const evaluate = (owners: readonly OwnerState[], more: object = {}, hasDependents = false): unknown =>
    evaluateDependent({
      object: object({ ownerReferences: owners.map((_, i) => reference(`o${i}`)), ...more }),
      stateOf: ({ uid }) => owners[Number(uid.slice(1))]!,
      hasDependents,
      isInCircle: () => false,
    });
  const keep = { action: 'keep' };
  const remove = (policy: string) => ({ action: 'delete', policy });

  test.each<[string, readonly OwnerState[], object, boolean, unknown]>([
    ['it has no owner', [], {}, false, keep],
    ['its owner is there', ['solid'], {}, false, keep],
    ['its owner is gone', ['absent'], {}, false, remove('Background')],
    ['all owners are gone', ['absent', 'absent'], {}, true, remove('Background')],
    ['one of two is gone', ['solid', 'absent'], {}, false, { action: 'release', ownerUids: ['o1'] }],
    ['one of two waits', ['waiting', 'solid'], {}, false, { action: 'release', ownerUids: ['o0'] }],
    ['its owner waits', ['waiting'], {}, false, remove('Background')],
    ['its owner waits, others depend on it', ['waiting'], {}, true, remove('Foreground')],
    ['it wants its own dependents orphaned', ['absent'], { finalizers: ['orphan'] }, true, remove('Orphan')],
    ['its owner lies elsewhere', ['foreign'], {}, false, keep],
    ['one lies elsewhere, the other is gone', ['foreign', 'absent'], {}, false, remove('Background')],
    ['it goes already', ['absent'], { deletionTimestamp: NOW }, false, keep],
    ['it waits itself', ['absent'], { deletionTimestamp: NOW, finalizers: ['foregroundDeletion'] }, true, keep],
  ])('%s', (_name, owners, more, hasDependents, expected) => {
    expect(evaluate(owners, more, hasDependents)).toEqual(expected);
  });
});

test.each([
  { blocks: true, isInCircle: true, action: 'unblock' },
  { blocks: true, isInCircle: false, action: 'keep' },
  { blocks: false, isInCircle: true, action: 'keep' },
])('one that waits, blocks: $blocks, in a circle: $isInCircle: $action', ({ blocks, isInCircle, action }) => {
  const waiting = { deletionTimestamp: NOW, finalizers: ['foregroundDeletion'] };
  const dependent = object({ ownerReferences: [reference('o', blocks)], ...waiting });
  const question = { object: dependent, stateOf: (): OwnerState => 'waiting', hasDependents: true };
  expect(evaluateDependent({ ...question, isInCircle: () => isInCircle })).toEqual({ action });
});

describe('evaluateOwner', () => {
  const blocking = object({ ownerReferences: [reference('x', true)] });
  const loose = object({ ownerReferences: [reference('x')] });
  const foreground = { deletionTimestamp: NOW, finalizers: ['foregroundDeletion'] };
  const orphaning = { deletionTimestamp: NOW, finalizers: ['orphan', 'other'] };

  test.each<[string, object, readonly KubeObject[], unknown]>([
    ['lives', { finalizers: ['orphan'] }, [loose], { action: 'none' }],
    ['is blocked', foreground, [loose, blocking], { action: 'none' }],
    ['waits for no dependent', foreground, [loose], { action: 'finish', finalizer: 'foregroundDeletion' }],
    ['leaves orphans', orphaning, [loose], { action: 'orphan' }],
    ['has left orphans', orphaning, [], { action: 'finish', finalizer: 'orphan' }],
    ['waits for another finalizer', { deletionTimestamp: NOW, finalizers: ['other'] }, [blocking], { action: 'none' }],
  ])('%s', (_name, metadata, dependents, expected) => {
    expect(evaluateOwner(object(metadata), dependents)).toEqual(expected);
  });
});

it('takes references and finalizers away, and nothing else', () => {
  const owned = object({ ownerReferences: [reference('a'), reference('b')], finalizers: ['orphan', 'other'] });
  expect(withoutOwners(owned, ['a'])!.metadata.ownerReferences).toEqual([reference('b')]);
  expect(withoutOwners(owned, ['a', 'b'])!.metadata).not.toHaveProperty('ownerReferences');
  expect(withoutOwners(owned, ['c'])).toBeUndefined();
  expect(withoutFinalizer(owned, 'orphan')!.metadata.finalizers).toEqual(['other']);
  expect(withoutFinalizer(owned, 'x')).toBeUndefined();
  const blocking = object({ ownerReferences: [reference('a', true), reference('b')] });
  expect(withoutBlocks(blocking)!.metadata.ownerReferences).toEqual([reference('a'), reference('b')]);
  expect(withoutBlocks(owned)).toBeUndefined();
});
