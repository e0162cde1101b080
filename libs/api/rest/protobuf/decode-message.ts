import { parseJson, setOwn, type Struct, type ValueType } from '@orrery/api-types';
import { malformed, WireReader, WireType } from './wire-reader';
import { wireMessage, type WireField, type WireMessage } from './wire-structs';

type Json = Record<string, unknown>;

/** Deeper nesting than any object has. */
const MAX_DEPTH = 100;
const INT_OR_STRING_IS_TEXT = 1;

/** Reads a message into `target`, as the JSON of the same object would have it. Unknown fields are passed over. */
export function decodeMessage(bytes: Buffer, message: WireMessage, target: Json, depth = 0): Json {
  if (depth > MAX_DEPTH) throw malformed('nesting is too deep');
  const reader = new WireReader(bytes);
  while (reader.next()) {
    const field = message.get(reader.number);
    if (!field) reader.skip();
    else if (field.is === 'embedded') decodeMessage(reader.chunk(), field.message, target, depth + 1);
    else decodeField(reader, field, target, depth);
  }
  return target;
}

function decodeField(reader: WireReader, field: WireField & { is: 'value' }, target: Json, depth: number): void {
  const { name, type, keepsZero } = field;
  if (type.is === '[') {
    const list = (target[name] ??= []) as unknown[];
    list.push(decodeValue(reader, type.item, depth));
  } else if (type.is === '{') {
    const map = (target[name] ??= {}) as Json;
    decodeEntry(reader.chunk(), { type: type.item, map, depth });
  } else {
    const value = decodeValue(reader, type, depth);
    if (value !== undefined && (keepsZero || !isZero(value))) target[name] = value;
  }
}

interface EntryTarget {
  readonly type: ValueType;
  readonly map: Json;
  readonly depth: number;
}

/** One entry of a map: a message of key and value. */
function decodeEntry(bytes: Buffer, { type, map, depth }: EntryTarget): void {
  const reader = new WireReader(bytes);
  let key = '';
  let value: unknown = type.is === 's' || type.is === 'y' ? '' : undefined;
  while (reader.next()) {
    if (reader.number === 1) key = reader.text();
    else if (reader.number === 2) value = decodeValue(reader, type, depth);
    else reader.skip();
  }
  setOwn(map, key, value ?? null);
}

function decodeValue(reader: WireReader, type: ValueType, depth: number): unknown {
  switch (type.is) {
    case 's':
      return reader.text();
    case 'i':
    case 'l':
      return reader.integer();
    case 'd':
      return reader.double();
    case 'b':
      return reader.integer() !== 0;
    case 'y':
      return reader.chunk().toString('base64');
    case 'q':
      return firstText(reader.chunk()) || '0';
    case 't':
    case 'u':
      return decodeTime(reader.chunk(), type.is === 'u');
    case 'o':
      return decodeIntOrString(reader.chunk());
    case 'x':
      return decodeRaw(reader.chunk());
    case '[':
      return decodeWrappedList(reader.chunk(), type.item, depth);
    case 'struct': {
      const message = wireMessage(type.struct);
      if (!message) throw malformed(`no message is known for ${type.struct.name}`);
      return decodeMessage(reader.chunk(), message, {}, depth + 1);
    }
    case '|':
      return decodeAlternative(reader.chunk(), type.struct, depth);
    case '{':
    case 'shape':
      throw malformed('a map cannot be an item');
  }
}

/**
 * A schema or a value of another type, each in a message of its own: `JSONSchemaPropsOrBool` has a boolean first and the
 * schema second, the others a schema first and a list second.
 */
function decodeAlternative(bytes: Buffer, struct: Struct, depth: number): unknown {
  const reader = new WireReader(bytes);
  const schema: ValueType = { is: 'struct', struct };
  const list: unknown[] = [];
  let flag: boolean | undefined;
  let found: unknown;
  while (reader.next()) {
    if (reader.type === WireType.Varint) flag = reader.integer() !== 0;
    else if (reader.number === 1 || flag !== undefined) found = decodeValue(reader, schema, depth);
    else list.push(decodeValue(reader, schema, depth));
  }
  return found ?? (list.length > 0 ? list : flag);
}

/** A zero of the wire that JSON would leave out. */
function isZero(value: unknown): boolean {
  return value === '' || value === 0 || value === false;
}

function firstText(bytes: Buffer): string {
  const reader = new WireReader(bytes);
  let text = '';
  while (reader.next()) {
    if (reader.number === 1) text = reader.text();
    else reader.skip();
  }
  return text;
}

/** Returns the time of seconds and nanoseconds since the epoch; undefined for an empty message. */
function decodeTime(bytes: Buffer, hasMicroseconds: boolean): string | undefined {
  if (bytes.length === 0) return undefined;
  const reader = new WireReader(bytes);
  let seconds = 0;
  let nanos = 0;
  while (reader.next()) {
    if (reader.number === 1) seconds = Number(reader.integer());
    else if (reader.number === 2) nanos = Number(reader.integer());
    else reader.skip();
  }
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime()) || nanos < 0 || nanos >= 1e9) throw malformed('time is out of range');
  const text = date.toISOString().slice(0, 19);
  return hasMicroseconds ? `${text}.${String(Math.trunc(nanos / 1000)).padStart(6, '0')}Z` : `${text}Z`;
}

function decodeIntOrString(bytes: Buffer): string | number | bigint {
  const reader = new WireReader(bytes);
  let isText = false;
  let number: number | bigint = 0;
  let text = '';
  while (reader.next()) {
    if (reader.number === 1) isText = reader.integer() === INT_OR_STRING_IS_TEXT;
    else if (reader.number === 2) number = reader.integer();
    else if (reader.number === 3) text = reader.text();
    else reader.skip();
  }
  return isText ? text : number;
}

/** JSON within a message, as in `fieldsV1`. */
function decodeRaw(bytes: Buffer): unknown {
  const reader = new WireReader(bytes);
  let raw = '';
  while (reader.next()) {
    if (reader.number === 1) raw = reader.text();
    else reader.skip();
  }
  if (raw === '') return undefined;
  try {
    return parseJson(raw);
  } catch {
    throw malformed('invalid JSON within the message');
  }
}

/** A list as the value of a map is a message of its own. */
function decodeWrappedList(bytes: Buffer, item: ValueType, depth: number): unknown[] {
  const reader = new WireReader(bytes);
  const list: unknown[] = [];
  while (reader.next()) {
    if (reader.number === 1) list.push(decodeValue(reader, item, depth));
    else reader.skip();
  }
  return list;
}
