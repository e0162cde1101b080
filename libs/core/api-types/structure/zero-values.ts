import { isRecord } from './is-record';
import { isShared } from '../pods/shared-specs';
import type { Struct, ValueType } from './struct';

type Json = Record<string, unknown>;

/** Returns the value that Go writes in a field of an empty struct; only for fields that it always writes. */
export function zeroOfField(struct: Struct, field: string): unknown {
  return zeroOf(struct.fields.get(field)!);
}

/**
 * Adds to an object that was read the fields that a Go server writes though nothing set them: `eventTime: null` of an
 * Event, `status: {}` of a Deployment. Changes the object in place; parts that objects share are left as they are. Older
 * servers write the time of creation of templates too: `creationTimestamp: null`.
 */
export function addWrittenZeros(struct: Struct, object: Json, hasNullTimes = false): void {
  fill(struct, object, { level: 0, hasNullTimes });
}

/** Depth of the filled struct in its object, and a switch for older servers. */
interface Place {
  readonly level: number;
  readonly hasNullTimes: boolean;
}

/**
 * Lists that are null are written in an object and in the structs right below it (`rules` of a role, `limits` of a limit
 * range); further down an absent list says the same, and programs here read it.
 */
const LIST_LEVELS = 2;
const METADATA = 'V1ObjectMeta';

/**
 * Returns the object with the empty lists that a body has in fields that are always written, which are stored as null: the
 * sender of one owns the field, since Go distinguishes it from nil.
 */
export function withEmptyLists(struct: Struct, object: Json, body: unknown, level = 0): Json {
  if (!isRecord(body)) return object;
  let sent = object;
  for (const field of struct.alwaysWritten) {
    const type = struct.fields.get(field)!;
    const [stored, given] = [object[field], Object.hasOwn(body, field) ? body[field] : undefined];
    if (type.is === '[' && stored === null && Array.isArray(given) && given.length === 0) {
      sent = { ...sent, [field]: given };
    } else if (type.is === 'struct' && level + 1 < LIST_LEVELS && isRecord(stored)) {
      const below = withEmptyLists(type.struct, stored, given, level + 1);
      if (below !== stored) sent = { ...sent, [field]: below };
    }
  }
  return sent;
}

function fill(struct: Struct, object: Json, place: Place): void {
  const { level, hasNullTimes } = place;
  if (hasNullTimes && struct.name === METADATA && level > 1) object['creationTimestamp'] ??= null;
  for (const field of struct.alwaysWritten) {
    if (object[field] !== undefined) continue;
    const type = struct.fields.get(field)!;
    if (type.is === '[' && (level >= LIST_LEVELS || struct.name === 'V1PodSpec')) continue;
    object[field] = zeroOf(type);
  }
  for (const field of fieldsBelow(struct)) {
    const value = object[field];
    if (value !== undefined && value !== null) fillBelow(struct.fields.get(field)!, value, deeper(place));
  }
}

function deeper(place: Place): Place {
  return { ...place, level: place.level + 1 };
}

function fillBelow(type: ValueType, value: unknown, place: Place): void {
  if (type.is === 'struct') {
    if (isRecord(value) && !isShared(value)) fill(type.struct, value, place);
  } else if (type.is === '[') {
    for (const item of value as readonly unknown[]) fillBelow(type.item, item, deeper(place));
  } else if (type.is === '{') {
    for (const item of Object.values(value as Json)) fillBelow(type.item, item, deeper(place));
  }
}

function zeroOf(type: ValueType): unknown {
  switch (type.is) {
    case 's':
      return '';
    case 'i':
    case 'l':
    case 'd':
    case 'o':
      return 0;
    case 'b':
      return false;
    case 'q':
      return '0';
    case 'struct': {
      const zero: Json = {};
      for (const field of type.struct.writtenNulls) zero[field] = null;
      for (const field of type.struct.alwaysWritten) zero[field] = zeroOf(type.struct.fields.get(field)!);
      return zero;
    }
    default:
      return null;
  }
}

const below = new WeakMap<Struct, readonly string[]>();

/** The fields below which there may be something that is always written. */
function fieldsBelow(struct: Struct): readonly string[] {
  let known = below.get(struct);
  if (!known) {
    known = [...struct.fields].filter(([, type]) => reaches(type, new Set([struct]))).map(([field]) => field);
    below.set(struct, known);
  }
  return known;
}

function reaches(type: ValueType, seen: Set<Struct>): boolean {
  if (type.is === '[' || type.is === '{') return reaches(type.item, seen);
  if (type.is !== 'struct') return false;
  const { struct } = type;
  if (struct.alwaysWritten.size > 0 || struct.name === METADATA) return true;
  if (seen.has(struct)) return false;
  seen.add(struct);
  return [...struct.fields.values()].some((field) => reaches(field, seen));
}
