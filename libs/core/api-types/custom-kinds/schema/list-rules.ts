import { jsonText } from '../../numbers/json-text';
import { duplicateField, invalidField, type FieldError } from '../../errors/field-error';
import { fieldSchema, type Structural } from './structural';

type Json = Record<string, unknown>;

/** Items that occur twice in lists of the types `set` and `map` (`schema/listtype` upstream). */
export function duplicateItems(schema: Structural, value: unknown, path = ''): FieldError[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return inList(schema, value, path);
  return Object.keys(value).flatMap((field) => {
    const own = fieldSchema(schema, field);
    if (!own) return [];
    const name = schema.properties.has(field) ? (path === '' ? field : `${path}.${field}`) : `${path}[${field}]`;
    return duplicateItems(own, (value as Json)[field], name);
  });
}

function inList(schema: Structural, list: readonly unknown[], path: string): FieldError[] {
  const errors =
    schema.listType === 'set' ? inSet(list, path) : schema.listType === 'map' ? inMap(schema, list, path) : [];
  const { items } = schema;
  return items ? [...errors, ...list.flatMap((item, i) => duplicateItems(items, item, `${path}[${i}]`))] : errors;
}

function inSet(list: readonly unknown[], path: string): FieldError[] {
  return repeated(list).map((index) => duplicateField(`${path}[${index}]`, list[index]));
}

function inMap({ mapKeys }: Structural, list: readonly unknown[], path: string): FieldError[] {
  const wrong = list.findIndex((item) => item !== null && (typeof item !== 'object' || Array.isArray(item)));
  if (wrong >= 0) {
    return [invalidField(`${path}[${wrong}]`, list[wrong], 'must be an object for an array of list-type map')];
  }
  // In the order in which Go writes a map.
  const names = [...mapKeys].sort();
  const keys = list.map((item) => {
    const own = (item ?? {}) as Json;
    return Object.fromEntries(names.filter((key) => Object.hasOwn(own, key)).map((key) => [key, own[key]]));
  });
  return repeated(keys).map((index) => duplicateField(`${path}[${index}]`, keys[index]));
}

/** The place of the second occurrence of each value. */
function repeated(list: readonly unknown[]): number[] {
  if (list.length <= 1) return [];
  const seen = new Map<unknown, number>();
  return list.flatMap((value, index) => {
    const identity =
      typeof value === 'object' && value !== null
        ? `json ${canonical(value)}`
        : typeof value === 'string'
          ? `text ${value}`
          : value;
    const times = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, times);
    return times === 2 ? [index] : [];
  });
}

/** JSON with sorted keys, as Go writes a map. */
function canonical(value: unknown): string {
  return jsonText(sorted(value));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
