import type { KubeObject } from '../objects';
import { isShared, markShared, onceForShared } from '../pods/shared-specs';
import type { Struct } from '../structure/struct-table';
import { changedFields, type TrackedPart } from './compare-fields';
import type { FieldTree } from './field-tree';

/** Trees kept for one spec. Pods of one template hardly differ in which labels, annotations and owners they have. */
const MAX_TREES = 16;

/** Trees of the objects that were created with a spec, by the text of their other parts. */
const treesWith = onceForShared((_spec: object) => new Map<string, FieldTree>());

/** Fields owned by the creator of an object; pods of one template share the tree. */
export function createdFields(struct: Struct, next: KubeObject, part: TrackedPart): FieldTree {
  const { spec } = next;
  if (typeof spec !== 'object' || spec === null || !isShared(spec)) {
    return changedFields(struct, undefined, next, part);
  }
  const others = changedFields(struct, undefined, next, {
    ...part,
    tracked: (field) => field !== 'spec' && part.tracked(field),
  });
  const text = `${part.areStructsWhole}${JSON.stringify(others)}`;
  const trees = treesWith(spec);
  let tree = trees.get(text);
  if (!tree) {
    if (trees.size >= MAX_TREES) trees.clear();
    trees.set(text, (tree = markShared(changedFields(struct, undefined, next, part))));
  }
  return tree;
}
