import { jsonText } from '../numbers/json-text';
import { setOwn } from '../structure/own-field';
import { isRecord } from '../structure/is-record';
import type { Struct, ValueType } from '../structure/struct-table';
import type { FieldTree } from './field-tree';
import { isMember } from './field-tree';
import { isAtomicMap, isOneStruct, itemElement, listTypeOf } from './list-types';

type Json = Record<string, unknown>;

/** The live object with an applied configuration laid over it; lists with keys merge by item. Shares parts with both. */
export function mergeConfig(struct: Struct, live: Json, config: Json, areStructsWhole = true): Json {
  const merged: Json = { ...live };
  for (const field of Object.keys(config)) {
    const type = struct.typeOf(field);
    const value = config[field];
    if (!type || value === undefined) continue;
    merged[field] = mergeValue(type, { struct, field, areStructsWhole }, live[field], value);
  }
  return merged;
}

interface Place {
  readonly struct: Struct;
  readonly field: string;
  /** As in `TrackedPart`. */
  readonly areStructsWhole?: boolean;
}

function mergeValue(type: ValueType, place: Place, live: unknown, config: unknown): unknown {
  if (type.is === 'shape' && live !== undefined) return type.shape.merge(live, config);
  // Go writes an empty list of a required field as null; a null in the configuration leaves what others have put there.
  if (isHollow(live) || live === null) return config;
  if (config === null) return isContainer(type) ? live : config;
  const { areStructsWhole = true } = place;
  if (type.is === 'struct') {
    if (isOneStruct(type.struct, areStructsWhole)) return config;
    return mergeConfig(type.struct, live as Json, config as Json, areStructsWhole);
  }
  if (type.is === '{' && !(areStructsWhole && isAtomicMap(place.struct, place.field))) {
    const merged: Json = { ...(live as Json) };
    for (const [key, value] of Object.entries(config as Json)) {
      setOwn(merged, key, mergeValue(type.item, place, Object.hasOwn(merged, key) ? merged[key] : undefined, value));
    }
    return merged;
  }
  if (type.is !== '[') return config;
  const listType = listTypeOf(place.struct, place.field, areStructsWhole);
  if (listType === 'atomic') return config;
  if (listType === 'set') return [...new Set([...(live as unknown[]), ...(config as unknown[])])];
  const merged = withoutRepeated(live as Json[], config as Json[], (item) => itemElement(listType.keys, item));
  const places = new Map(merged.map((item, index) => [itemElement(listType.keys, item), index] as const));
  for (const item of config as Json[]) {
    const at = places.get(itemElement(listType.keys, item));
    if (at === undefined) merged.push(item);
    else
      merged[at] = type.item.is === 'struct' ? mergeConfig(type.item.struct, merged[at]!, item, areStructsWhole) : item;
  }
  return merged;
}

function isContainer({ is }: ValueType): boolean {
  return is === 'struct' || is === '{' || is === '[';
}

/** Of live items with one key, which an update may have left, the first stays where the configuration has that key too. */
function withoutRepeated<T>(live: readonly T[], config: readonly T[], elementOf: (item: T) => string): T[] {
  const given = new Set(config.map(elementOf));
  const seen = new Set<string>();
  return live.filter((item) => {
    const element = elementOf(item);
    if (!given.has(element)) return true;
    const isFirst = !seen.has(element);
    seen.add(element);
    return isFirst;
  });
}

/** The object without the paths of a tree; items of lists go when they are named themselves. */
export function removeFields(struct: Struct, object: Json, fields: FieldTree): Json {
  const result: Json = {};
  for (const field of Object.keys(object)) {
    const below = Object.hasOwn(fields, `f:${field}`) ? fields[`f:${field}`] : undefined;
    const type = struct.typeOf(field);
    const value = below && type ? removeBelow(type, { struct, field }, object[field], below) : object[field];
    if (value !== undefined) result[field] = value;
  }
  return result;
}

function removeBelow(type: ValueType, place: Place, value: unknown, fields: FieldTree): unknown {
  if (type.is === 'shape') return type.shape.remove(value, fields);
  const rest = Object.keys(fields).length === 0 ? undefined : withoutNamed(type, place, value, fields);
  // A container that is named goes once nothing is left in it.
  return isMember(fields) && isHollow(rest) ? undefined : rest;
}

function withoutNamed(type: ValueType, place: Place, value: unknown, fields: FieldTree): unknown {
  if (value === null) return value;
  if (type.is === 'struct') return removeFields(type.struct, value as Json, fields);
  if (type.is === '{') {
    const kept: Json = {};
    for (const [key, entry] of Object.entries(value as Json)) {
      const below = Object.hasOwn(fields, `f:${key}`) ? fields[`f:${key}`] : undefined;
      const rest = below ? removeBelow(type.item, place, entry, below) : entry;
      if (rest !== undefined) setOwn(kept, key, rest);
    }
    return kept;
  }
  if (type.is !== '[') return value;
  const listType = listTypeOf(place.struct, place.field);
  if (listType === 'atomic') return value;
  return (value as unknown[]).flatMap((item) => {
    const element = listType === 'set' ? `v:${jsonText(item)}` : itemElement(listType.keys, item as Json);
    const below = Object.hasOwn(fields, element) ? fields[element] : undefined;
    if (!below) return [item];
    if (isMember(below)) return [];
    return type.item.is === 'struct' ? [removeFields(type.item.struct, item as Json, below)] : [item];
  });
}

function isHollow(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || (isRecord(value) && Object.keys(value).length === 0);
}
