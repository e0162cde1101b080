import { jsonText } from '../../numbers/json-text';
import { isRecord } from '../../structure/is-record';
import { deepEqual } from '../../equality';
import { isMember, leaf, type FieldTree, type FieldTreeDraft } from '../../field-ownership/field-tree';
import { setOwn } from '../../structure/own-field';
import { Comparison, type SchemaShape } from '../../structure/schema-shape';
import { isDroppedNull, readValue } from '../schema/read-value';
import type { Structural } from '../schema/structural';
import { typedProblems } from './typed-problems';

type Json = Record<string, unknown>;

/**
 * A schema as decoding and field ownership see it. Objects are owned field by field and lists as a whole unless
 * `x-kubernetes-map-type` and `x-kubernetes-list-type` say otherwise; so are values without a schema (the deduced type of
 * structured-merge-diff).
 */
export function shapeOf(schema: Structural): SchemaShape {
  return {
    // A null that is neither allowed nor has a default is not a value.
    read: (value, report) => (value === null && isDroppedNull(schema) ? undefined : readValue(schema, value, report)),
    compare: (old, next, mode) => compare(schema, old, next, mode),
    merge: (live, config) => merge(schema, live, config),
    typedProblems: (value) => typedProblems(schema, value),
    remove: (value, fields) => remove(schema, value, fields),
  };
}

/** Returns the schema below a field; undefined if the value there has none. */
function below(schema: Structural | undefined, field: string): Structural | undefined {
  const own = schema?.properties.get(field);
  if (own) return own;
  return typeof schema?.additional === 'object' ? schema.additional : undefined;
}

function isAtomic(schema: Structural | undefined): boolean {
  return schema?.isAtomicMap ?? false;
}

/** The path element of an item: its keys, or its value. */
function elementOf({ listType, mapKeys, items }: Structural, item: unknown): string {
  if (listType === 'set') return `v:${jsonText(item)}`;
  const value = (item ?? {}) as Json;
  const keys = [...mapKeys].sort().map((key) => {
    const given = Object.hasOwn(value, key) ? value[key] : items?.properties.get(key)?.default;
    return `${jsonText(key)}:${jsonText(given ?? null)}`;
  });
  return `k:{${keys.join(',')}}`;
}

function isAssociative(schema: Structural | undefined): schema is Structural {
  return schema !== undefined && schema.listType !== 'atomic';
}

function compare(schema: Structural | undefined, old: unknown, next: unknown, mode: Comparison): FieldTree | undefined {
  if (old === next) return undefined;
  if (Array.isArray(next)) {
    if (!isAssociative(schema) || next.length === 0) return changedLeaf(old, next);
    return withSelf(compareList(schema, Array.isArray(old) ? old : undefined, next, mode), old, mode);
  }
  if (!isRecord(next) || isAtomic(schema) || Object.keys(next).length === 0) return changedLeaf(old, next);
  return withSelf(compareFields(schema, isRecord(old) ? old : undefined, next, mode), old, mode);
}

function compareFields(
  schema: Structural | undefined,
  old: Json | undefined,
  next: Json,
  mode: Comparison,
): FieldTree | undefined {
  const tree: FieldTreeDraft = {};
  let found = false;
  for (const field of Object.keys(next)) {
    const before = old && Object.hasOwn(old, field) ? old[field] : undefined;
    const inner = compare(below(schema, field), before, next[field], mode);
    if (!inner) continue;
    setOwn(tree, `f:${field}`, inner);
    found = true;
  }
  return found ? tree : undefined;
}

function compareList(
  schema: Structural,
  old: readonly unknown[] | undefined,
  next: readonly unknown[],
  mode: Comparison,
): FieldTree | undefined {
  const tree: FieldTreeDraft = {};
  const before = new Map((old ?? []).map((item) => [elementOf(schema, item), item] as const));
  let found = false;
  for (const item of next) {
    const element = elementOf(schema, item);
    const inner = compareItem(schema.items, before.get(element), item, mode);
    if (!inner) continue;
    tree[element] = inner;
    found = true;
  }
  return found ? tree : undefined;
}

/** An item that is new is owned itself, with all its fields. */
function compareItem(
  schema: Structural | undefined,
  old: unknown,
  next: unknown,
  mode: Comparison,
): FieldTree | undefined {
  if (!isRecord(next) || isAtomic(schema)) return changedLeaf(old, next);
  const inner = compareFields(schema, isRecord(old) ? old : undefined, next, mode);
  if (old !== undefined) return inner;
  return inner ? { '.': leaf(), ...inner } : leaf();
}

function withSelf(tree: FieldTree | undefined, old: unknown, mode: Comparison): FieldTree | undefined {
  if (!tree || old !== undefined || mode === Comparison.Name) return tree;
  return { '.': leaf(), ...tree };
}

function changedLeaf(old: unknown, next: unknown): FieldTree | undefined {
  return old !== undefined && deepEqual(old, next) ? undefined : leaf();
}

function merge(schema: Structural | undefined, live: unknown, config: unknown): unknown {
  if (Array.isArray(config)) {
    return Array.isArray(live) && isAssociative(schema) ? mergeList(schema, live, config) : config;
  }
  if (!isRecord(config) || !isRecord(live) || isAtomic(schema)) return config;
  const merged: Json = { ...live };
  for (const field of Object.keys(config)) {
    const before = Object.hasOwn(live, field) ? live[field] : undefined;
    setOwn(merged, field, before === undefined ? config[field] : merge(below(schema, field), before, config[field]));
  }
  return merged;
}

function mergeList(schema: Structural, live: readonly unknown[], config: readonly unknown[]): unknown[] {
  const merged = [...live];
  const places = new Map(merged.map((item, index) => [elementOf(schema, item), index] as const));
  for (const item of config) {
    const at = places.get(elementOf(schema, item));
    if (at === undefined) merged.push(item);
    else merged[at] = merge(schema.items, merged[at], item);
  }
  return merged;
}

function remove(schema: Structural | undefined, value: unknown, fields: FieldTree): unknown {
  const rest = Object.keys(fields).length === 0 ? undefined : withoutNamed(schema, value, fields);
  // A container that is named goes once nothing is left in it.
  return isMember(fields) && isHollow(rest) ? undefined : rest;
}

function withoutNamed(schema: Structural | undefined, value: unknown, fields: FieldTree): unknown {
  if (Array.isArray(value)) {
    if (!isAssociative(schema)) return value;
    return value.flatMap((item: unknown) => {
      const element = elementOf(schema, item);
      const inner = Object.hasOwn(fields, element) ? fields[element] : undefined;
      if (!inner) return [item];
      return isMember(inner) ? [] : [withoutNamed(schema.items, item, inner)];
    });
  }
  if (!isRecord(value)) return value;
  const kept: Json = {};
  for (const field of Object.keys(value)) {
    const inner = Object.hasOwn(fields, `f:${field}`) ? fields[`f:${field}`] : undefined;
    const rest = inner ? remove(below(schema, field), value[field], inner) : value[field];
    if (rest !== undefined) setOwn(kept, field, rest);
  }
  return kept;
}

function isHollow(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || (isRecord(value) && Object.keys(value).length === 0);
}
