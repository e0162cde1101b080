import { fieldChanges, type FieldChange } from './field-changes';

/** What a comparison needs of an object. */
export interface ComparedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** How an object differs between two states. */
export interface ObjectDifference<T extends ComparedObject = ComparedObject> {
  readonly change: 'added' | 'removed' | 'changed';
  /** The object of the second state; of the first for a removed one. */
  readonly object: T;
  /** Of a changed object. */
  readonly fields: readonly FieldChange[];
}

/** What objects of two clusters never share, though they are the same in everything else. */
const IDENTITY = /^metadata\.(?:uid|creationTimestamp|ownerReferences\[.*\]\.(?:uid|name))$/;

/**
 * The objects of one kind that differ between two states, by namespace and name. What only tells two clusters apart (uids,
 * times of creation) counts within one cluster alone.
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
