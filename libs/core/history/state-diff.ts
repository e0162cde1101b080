import { fieldChanges, type FieldChange } from './field-changes';

/** Part of an object that a comparison needs. */
export interface ComparedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Difference of an object between two states. */
export interface ObjectDifference<T extends ComparedObject = ComparedObject> {
  readonly change: 'added' | 'removed' | 'changed';
  /** The object of the second state; of the first for a removed one. */
  readonly object: T;
  /** Changed fields of a changed object. */
  readonly fields: readonly FieldChange[];
}

/** Fields that always differ between objects of two clusters, though they are the same in everything else. */
const IDENTITY = /^metadata\.(?:uid|creationTimestamp|ownerReferences\[.*\]\.(?:uid|name))$/;

/**
 * Returns the objects of one kind that differ between two states, by namespace and name. Fields that only distinguish
 * two clusters (uids, times of creation) count within one cluster alone.
 */
export function diffObjects<T extends ComparedObject>(
  before: readonly T[],
  after: readonly T[],
  { isOneCluster }: { readonly isOneCluster: boolean },
): ObjectDifference<T>[] {
  const old = new Map(before.map((object) => [placeOf(object), object]));
  const next = new Map(after.map((object) => [placeOf(object), object]));
  const differences: ObjectDifference<T>[] = [];
  for (const place of [...new Set([...old.keys(), ...next.keys()])].sort()) {
    const [was, is] = [old.get(place), next.get(place)];
    if (was === undefined) differences.push({ change: 'added', object: is!, fields: [] });
    else if (is === undefined) differences.push({ change: 'removed', object: was, fields: [] });
    else if (was !== is) {
      const fields = fieldChanges(was, is).filter(({ path }) => isOneCluster || !IDENTITY.test(path));
      if (fields.length > 0) differences.push({ change: 'changed', object: is, fields });
    }
  }
  return differences;
}

function placeOf({ metadata: { namespace = '', name } }: ComparedObject): string {
  return `${namespace}\u0000${name}`;
}
