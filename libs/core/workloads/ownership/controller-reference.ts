import type { KubeObject, OwnerReference } from '@orrery/api-types';

/** Part of an owned object that all these functions read. */
type Owned = Pick<KubeObject, 'metadata'>;

/** Part of an owner that references carry. */
type Owner = Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>;

/** The reference to the object that manages this one; there is at most one such. */
export function controllerOf({ metadata }: Owned): OwnerReference | undefined {
  const references = metadata.ownerReferences;
  if (!references) return undefined;
  for (const reference of references) if (reference.controller === true) return reference;
  return undefined;
}

/** The reference by which `owner` manages an object: it blocks the owner's deletion in the foreground. */
export function controllerReference({ apiVersion, kind, metadata }: Owner): OwnerReference {
  const { name, uid } = metadata;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** The object as `owner` takes it over; the given one is not changed. */
export function adopted<T extends Owned>(object: T, owner: Owner): T {
  const others = object.metadata.ownerReferences?.filter(({ uid }) => uid !== owner.metadata.uid) ?? [];
  const ownerReferences = [...others, controllerReference(owner)];
  return { ...object, metadata: { ...object.metadata, ownerReferences } };
}

/** The object without its reference to the owner with this uid; the given one is not changed. */
export function released<T extends Owned>(object: T, ownerUid: string): T {
  const { ownerReferences = [], ...metadata } = object.metadata;
  const others = ownerReferences.filter(({ uid }) => uid !== ownerUid);
  return { ...object, metadata: others.length > 0 ? { ...metadata, ownerReferences: others } : metadata };
}
