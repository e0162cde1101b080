import type { ImportedObject } from './imported-object';

/** Kinds that others refer to come first, pods and events about objects last. */
const FIRST = 'CustomResourceDefinition Namespace PriorityClass StorageClass RuntimeClass Node ServiceAccount'.split(
  ' ',
);
const LAST = 'Pod Event'.split(' ');

/** Returns the objects in the order in which they must be written. */
export function inImportOrder(objects: readonly ImportedObject[]): ImportedObject[] {
  const rank = ({ object: { kind } }: ImportedObject): number => {
    const first = FIRST.indexOf(kind);
    return first >= 0 ? first - FIRST.length : LAST.indexOf(kind) + 1;
  };
  return [...objects].sort((a, b) => rank(a) - rank(b));
}
