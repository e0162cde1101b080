import { jsonText } from '../numbers/json-text';
import { deepEqual } from '../equality';
import { setOwn } from '../structure/own-field';
import { Comparison as Mode } from '../structure/schema-shape';
import type { Struct, ValueType } from '../structure/struct-table';
import { zeroOfField } from '../structure/zero-values';
import { leaf, type FieldTree, type FieldTreeDraft } from './field-tree';
import { isAtomicMap, isOneStruct, itemElement, listTypeOf, type ListType } from './list-types';

type Json = Record<string, unknown>;

const EMPTY: Json = {};

/** Metadata that the server sets; it has no owner. */
const UNTRACKED_METADATA: ReadonlySet<string> = new Set([
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
  'managedFields',
]);

/** Parts of an object that count, and in which it is owned. */
export interface TrackedPart {
  /** Returns whether a top-level field counts. */
  readonly tracked: (field: string) => boolean;
  /**
   * True if structs and maps that are marked `atomic` belong to one owner. The API of 1.20 marks none but label
   * selectors, which are apimachinery's.
   */
  readonly areStructsWhole: boolean;
}

/**
 * The paths that are new or different in `next`. Containers that are new as a whole are named themselves (`.`), except
 * those that Go's empty object has anyway: a new object is compared with the empty one, as upstream's field manager does.
 */
export function changedFields(struct: Struct, old: Json | undefined, next: Json, part: TrackedPart): FieldTree {
  return compareRoot(struct, old, next, part, Mode.Change);
}

/** Returns the paths that `config` names: those that an apply owns. */
export function namedFields(struct: Struct, config: Json, part: TrackedPart): FieldTree {
  return compareRoot(struct, undefined, config, part, Mode.Name);
}

function compareRoot(struct: Struct, old: Json | undefined, next: Json, part: TrackedPart, mode: Mode): FieldTree {
  const tree: FieldTreeDraft = {};
  const way: Way = { mode, areStructsWhole: part.areStructsWhole };
  const live = old ?? (mode === Mode.Change ? EMPTY : undefined);
  for (const [field, type] of fieldsIn(struct, next)) {
    if (field === 'apiVersion' || field === 'kind' || !part.tracked(field)) continue;
    const value = next[field];
    if (value === undefined || value === old?.[field]) continue;
    const before = beforeOf(struct, field, live);
    const below =
      field === 'metadata' && type.is === 'struct'
        ? compareStruct(type.struct, (before ?? EMPTY) as Json, value as Json, way, true)
        : compareValue(type, { struct, field }, before, value, way);
    if (below) tree[`f:${field}`] = below;
  }
  return tree;
}

/** Returns the old value of a field in an existing struct: where nothing is set, the value that Go writes there. */
function beforeOf(struct: Struct, field: string, old: Json | undefined): unknown {
  const value = old?.[field];
  return value === undefined && old && struct.alwaysWritten.has(field) ? zeroOfField(struct, field) : value;
}

/** The fields that the struct names, and those of the object that it takes without naming them. */
function fieldsIn(struct: Struct, object: Json): Iterable<readonly [string, ValueType]> {
  const { fields, others } = struct;
  if (!others) return fields;
  const unnamed = Object.keys(object).filter((field) => !fields.has(field));
  return [...fields, ...unnamed.sort().map((field) => [field, others] as const)];
}

/** Rules by which values are compared. */
interface Way {
  readonly mode: Mode;
  readonly areStructsWhole: boolean;
}

interface Place {
  readonly struct: Struct;
  readonly field: string;
}

/** The tree below a value, or undefined if nothing in it changed. */
function compareValue(type: ValueType, place: Place, old: unknown, next: unknown, way: Way): FieldTree | undefined {
  if (next === old) return undefined;
  if (next === null && type.is !== 'shape') return leaf();
  const { mode } = way;
  // An applier in a release without whole structs does not own what it leaves empty.
  if (
    mode === Mode.Name &&
    !way.areStructsWhole &&
    (type.is === 'struct' || type.is === '{') &&
    isEmpty(next as Json)
  ) {
    return undefined;
  }
  switch (type.is) {
    case 'struct':
      if (isOneStruct(type.struct, way.areStructsWhole) || isEmpty(next as Json)) return changedLeaf(old, next);
      return withSelf(compareStruct(type.struct, old as Json | undefined, next as Json, way, false), old, mode);
    case '{':
      if (isOneMap(place, way) || isEmpty(next as Json)) return changedLeaf(old, next);
      return withSelf(compareMap(type.item, place, old as Json | undefined, next as Json, way), old, mode);
    case '[': {
      const listType = listTypeOf(place.struct, place.field, way.areStructsWhole);
      const list = next as readonly unknown[];
      if (listType === 'atomic' || list.length === 0) return changedLeaf(old, next);
      return withSelf(
        compareList(type.item, listType, { old: old as readonly unknown[] | undefined, next: list, way }),
        old,
        mode,
      );
    }
    case 'shape':
      return type.shape.compare(old, next, mode);
    default:
      return changedLeaf(old, next);
  }
}

function compareStruct(
  struct: Struct,
  old: Json | undefined,
  next: Json,
  way: Way,
  isMetadata: boolean,
): FieldTree | undefined {
  const tree: FieldTreeDraft = {};
  let found = false;
  for (const field of Object.keys(next)) {
    const value = next[field];
    const type = struct.fields.get(field);
    if (value === undefined || !type || (isMetadata && UNTRACKED_METADATA.has(field))) continue;
    // Of templates: what older servers write there though no client sets it.
    if (value === null && field === 'creationTimestamp') continue;
    // An applier names none of the nulls that decoding adds.
    if (value === null && way.mode === Mode.Name && struct.writtenNulls.has(field)) continue;
    const below = compareValue(type, { struct, field }, beforeOf(struct, field, old), value, way);
    if (!below) continue;
    tree[`f:${field}`] = below;
    found = true;
  }
  return found ? tree : undefined;
}

function compareMap(item: ValueType, place: Place, old: Json | undefined, next: Json, way: Way): FieldTree | undefined {
  const tree: FieldTreeDraft = {};
  let found = false;
  for (const key of Object.keys(next)) {
    const before = old && Object.hasOwn(old, key) ? old[key] : undefined;
    const below = compareValue(item, place, before, next[key], way);
    if (!below) continue;
    setOwn(tree, `f:${key}`, below);
    found = true;
  }
  return found ? tree : undefined;
}

interface Lists {
  readonly old: readonly unknown[] | undefined;
  readonly next: readonly unknown[];
  readonly way: Way;
}

function compareList(item: ValueType, listType: Exclude<ListType, 'atomic'>, lists: Lists): FieldTree | undefined {
  const tree: FieldTreeDraft = {};
  const identify = (value: unknown): string =>
    listType === 'set' ? `v:${jsonText(value)}` : itemElement(listType.keys, value as Json);
  const before = lists.old && new Map(lists.old.map((value) => [identify(value), value] as const));
  let found = false;
  for (const value of lists.next) {
    const element = identify(value);
    const old = before?.get(element);
    const below = compareItem(item, old, value, lists.way);
    if (!below) continue;
    tree[element] = below;
    found = true;
  }
  return found ? tree : undefined;
}

/** An item that is new is owned itself, with all its fields. */
function compareItem(item: ValueType, old: unknown, next: unknown, way: Way): FieldTree | undefined {
  if (item.is !== 'struct' || isOneStruct(item.struct, way.areStructsWhole)) return changedLeaf(old, next);
  const below = compareStruct(item.struct, old as Json | undefined, next as Json, way, false);
  if (old !== undefined) return below;
  return below ? { '.': leaf(), ...below } : leaf();
}

function withSelf(below: FieldTree | undefined, old: unknown, mode: Mode): FieldTree | undefined {
  if (!below || old !== undefined || mode === Mode.Name) return below;
  return { '.': leaf(), ...below };
}

function changedLeaf(old: unknown, next: unknown): FieldTree | undefined {
  return old !== undefined && deepEqual(old, next) ? undefined : leaf();
}

function isEmpty(value: Json): boolean {
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}

function isOneMap({ struct, field }: Place, { areStructsWhole }: Way): boolean {
  return areStructsWhole && isAtomicMap(struct, field);
}
