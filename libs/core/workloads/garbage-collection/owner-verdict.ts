import type { KubeObject, OwnerReference } from '@orrery/api-types';

/** Finalizer of an owner that waits until its dependents are gone. */
export const FOREGROUND_FINALIZER = 'foregroundDeletion';
/** Finalizer of an owner whose dependents shall live on without it. */
export const ORPHAN_FINALIZER = 'orphan';

/**
 * States of an owner: `solid` keeps its dependents alive, `waiting` is being deleted once they are gone, `absent` does
 * not exist (any more), `foreign` lies in another namespace, which no owner may.
 */
export type OwnerState = 'solid' | 'waiting' | 'absent' | 'foreign';

export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan';

/** Decision about a dependent. */
export type DependentVerdict =
  | { readonly action: 'keep' }
  /** Some owner keeps it alive; references to the others go. */
  | { readonly action: 'release'; readonly ownerUids: readonly string[] }
  /** The object and its owners wait for each other: it no longer blocks any of them. */
  | { readonly action: 'unblock' }
  | { readonly action: 'delete'; readonly policy: PropagationPolicy };

export interface DependentQuestion {
  readonly object: KubeObject;
  readonly stateOf: (reference: OwnerReference) => OwnerState;
  /** True if others depend on the object itself. */
  readonly hasDependents: boolean;
  /** Returns whether the object is among its own dependents, however far down, through objects that all wait. */
  readonly isInCircle: () => boolean;
}

/** Decides about an object by its owners (spec api A5; `attemptToDeleteItem` upstream). */
export function evaluateDependent({ object, stateOf, hasDependents, isInCircle }: DependentQuestion): DependentVerdict {
  const references = object.metadata.ownerReferences ?? [];
  const isDoomed = object.metadata.deletionTimestamp !== undefined && !isWaiting(object);
  if (references.length === 0 || isDoomed) return { action: 'keep' };
  const states = references.map((reference) => ({ uid: reference.uid, state: stateOf(reference) }));
  const gone = states.filter(({ state }) => state === 'absent' || state === 'waiting').map(({ uid }) => uid);
  if (states.some(({ state }) => state === 'solid')) {
    return gone.length > 0 ? { action: 'release', ownerUids: gone } : { action: 'keep' };
  }
  if (isWaiting(object)) {
    const blocks = references.some(({ blockOwnerDeletion }) => blockOwnerDeletion);
    return blocks && isInCircle() ? { action: 'unblock' } : { action: 'keep' };
  }
  // Invalid references only: a mistake of a client does not justify deleting anything.
  if (gone.length === 0) return { action: 'keep' };
  const isAwaited = states.some(({ state }) => state === 'waiting');
  if (isAwaited && hasDependents) return { action: 'delete', policy: 'Foreground' };
  return { action: 'delete', policy: policyOf(object) };
}

/** Decision about an owner that is being deleted and waits for the collector. */
export type OwnerVerdict =
  | { readonly action: 'none' }
  /** The finalizer has done its work. */
  | { readonly action: 'finish'; readonly finalizer: string }
  /** The dependents lose their references to it first. */
  | { readonly action: 'orphan' };

/** Decides about an owner by its dependents; one that blocks it delays a foreground deletion. */
export function evaluateOwner(owner: KubeObject, dependents: Iterable<KubeObject>): OwnerVerdict {
  const { deletionTimestamp, finalizers = [], uid } = owner.metadata;
  if (deletionTimestamp === undefined) return { action: 'none' };
  if (finalizers.includes(ORPHAN_FINALIZER)) {
    for (const _dependent of dependents) return { action: 'orphan' };
    return { action: 'finish', finalizer: ORPHAN_FINALIZER };
  }
  if (!finalizers.includes(FOREGROUND_FINALIZER)) return { action: 'none' };
  for (const { metadata } of dependents) {
    const blocks = metadata.ownerReferences?.some((reference) => reference.uid === uid && reference.blockOwnerDeletion);
    if (blocks) return { action: 'none' };
  }
  return { action: 'finish', finalizer: FOREGROUND_FINALIZER };
}

/** Returns whether an object is being deleted in the foreground. */
export function isWaiting({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(FOREGROUND_FINALIZER);
}

/** The object without its references to these owners; undefined if it has none. */
export function withoutOwners(object: KubeObject, uids: readonly string[]): KubeObject | undefined {
  const references = object.metadata.ownerReferences ?? [];
  const left = references.filter(({ uid }) => !uids.includes(uid));
  if (left.length === references.length) return undefined;
  const { ownerReferences: _all, ...metadata } = object.metadata;
  return { ...object, metadata: left.length > 0 ? { ...metadata, ownerReferences: left } : metadata };
}

/** The object with references that block no owner; undefined if none does. */
export function withoutBlocks(object: KubeObject): KubeObject | undefined {
  const references = object.metadata.ownerReferences ?? [];
  if (!references.some(({ blockOwnerDeletion }) => blockOwnerDeletion)) return undefined;
  const ownerReferences = references.map((each) =>
    each.blockOwnerDeletion ? { ...each, blockOwnerDeletion: false } : each,
  );
  return { ...object, metadata: { ...object.metadata, ownerReferences } };
}

/** The object without a finalizer; undefined if it does not have it. */
export function withoutFinalizer(object: KubeObject, finalizer: string): KubeObject | undefined {
  const all = object.metadata.finalizers ?? [];
  if (!all.includes(finalizer)) return undefined;
  const { finalizers: _all, ...metadata } = object.metadata;
  const left = all.filter((each) => each !== finalizer);
  return { ...object, metadata: left.length > 0 ? { ...metadata, finalizers: left } : metadata };
}

function policyOf({ metadata: { finalizers = [] } }: KubeObject): PropagationPolicy {
  if (finalizers.includes(ORPHAN_FINALIZER)) return 'Orphan';
  return finalizers.includes(FOREGROUND_FINALIZER) ? 'Foreground' : 'Background';
}
