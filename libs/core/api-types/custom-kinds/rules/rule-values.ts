import { associative, durationValue, isKeyword } from '@orrery/cel';
import { isInt64, isNumeric } from '../../numbers/exact-numbers';
import { fieldSchema, type Structural } from '../schema/structural';

type Json = Record<string, unknown>;

/**
 * Returns a value as rules see it: whole numbers as bigints, times as dates, durations and bytes as such, lists with their
 * identity, fields by their escaped names (`x-kubernetes-validations`, "escaping"). Parts that no schema describes are not
 * seen.
 */
export function ruleValue(
  schema: Structural | undefined,
  value: unknown,
  known = new WeakMap<object, unknown>(),
): unknown {
  if (isNumeric(value)) return schema?.type === 'number' || !isInt64(value) ? Number(value) : BigInt(value);
  if (typeof value === 'string') return textValue(schema, value) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  const before = known.get(value);
  if (before !== undefined) return before;
  const seen = Array.isArray(value) ? itemsOf(schema, value, known) : fieldsOf(schema, value as Json, known);
  known.set(value, seen);
  return seen;
}

/** Returns the items of a list, which is a set or has keys where its schema says so. */
function itemsOf(schema: Structural | undefined, list: readonly unknown[], known: WeakMap<object, unknown>): unknown[] {
  const items = list.map((item) => ruleValue(schema?.items, item, known));
  if (schema?.listType === 'set') return associative(items, { is: 'set' });
  if (schema?.listType !== 'map') return items;
  return associative(items, { is: 'map', keys: schema.mapKeys.map((key) => escaped(key) ?? key) });
}

function fieldsOf(schema: Structural | undefined, value: Json, known: WeakMap<object, unknown>): Json {
  const seen: Json = {};
  for (const field of Object.keys(value)) {
    const own = schema && fieldSchema(schema, field);
    const isProperty = schema?.properties.has(field) === true;
    const name = isProperty ? escaped(field) : field;
    if (name === undefined) continue;
    seen[name] = ruleValue(own, value[field], known);
    // Such a field is read by its plain name too, but is not there twice.
    if (isProperty && isKeyword(field)) Object.defineProperty(seen, field, { value: seen[name] });
  }
  return seen;
}

/** The name by which rules read a field; undefined for one that they cannot read. */
export function escaped(field: string): string | undefined {
  if (isKeyword(field)) return `__${field}__`;
  const name = field
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__');
  return /^[A-Za-z_]\w*$/.test(name) ? name : undefined;
}

/**
 * Returns the value that rules see for a text with a format; undefined for other formats, and for a text that does not match
 * its format.
 */
function textValue(schema: Structural | undefined, text: string): unknown {
  if (schema?.type !== 'string') return undefined;
  switch (schema.source.format) {
    case 'date':
    case 'date-time': {
      const date = new Date(text);
      return Number.isNaN(date.getTime()) ? undefined : date;
    }
    case 'duration':
      return durationValue(text);
    case 'byte':
      return bytesOf(text);
    default:
      return undefined;
  }
}

function bytesOf(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
