import type { KubeObject, OwnerReference } from '@orrery/api-types';

/** Uids of objects that the cluster has already under other uids, by those that they had. */
export type UidMap = ReadonlyMap<string, string>;

/** An object that refers to others by the uids that these have here, wherever it does. */
export function withUids(object: KubeObject, uids: UidMap): KubeObject {
  return uids.size === 0 ? object : (mapped(object, uids) as KubeObject);
}

function mapped(value: unknown, uids: UidMap): unknown {
  if (typeof value === 'string') return uids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => mapped(each, uids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapped(each, uids)]));
}

/**
 * An object without owners that are not there, which the garbage collector would take for deleted; and those owners. The same object if all
 * are there.
 */
export function withPresentOwners(
  object: KubeObject,
  isPresent: (uid: string) => boolean,
): { readonly object: KubeObject; readonly missing: readonly OwnerReference[] } {
  const { ownerReferences = [] } = object.metadata;
  const missing = ownerReferences.filter(({ uid }) => !isPresent(uid));
  if (missing.length === 0) return { object, missing };
  const { ownerReferences: _all, ...metadata } = object.metadata;
  const kept = ownerReferences.filter(({ uid }) => isPresent(uid));
  return {
    object: { ...object, metadata: { ...metadata, ...(kept.length > 0 ? { ownerReferences: kept } : {}) } },
    missing,
  };
}
