import { jsonText, type ValueType } from '@orrery/api-types';
import { bytesField, doubleField, numberField, textField } from './wire-writer';
import { wireMessage, type WireMessage } from './wire-structs';

type Json = Readonly<Record<string, unknown>>;

const NANOS = 1_000_000_000;

/** A value that cannot be encoded in a message, although its struct is known. */
export class NotEncodable extends Error {
  override readonly name = 'NotEncodable';
}

/**
 * Returns an object as the bytes of its message. Absent and null fields are left out: a reader has zeros for them, as
 * Go has for fields that JSON leaves out.
 */
export function encodeMessage(object: Json, message: WireMessage): Buffer {
  const parts: Buffer[] = [];
  for (const [number, field] of message) {
    if (field.is === 'embedded') parts.push(bytesField(number, encodeMessage(object, field.message)));
    else {
      const value = object[field.name];
      if (value !== undefined && value !== null) encodeField(number, field.type, value, parts);
    }
  }
  return Buffer.concat(parts);
}

function encodeField(number: number, type: ValueType, value: unknown, parts: Buffer[]): void {
  if (type.is === '[') for (const item of value as readonly unknown[]) parts.push(encodeValue(number, type.item, item));
  else if (type.is === '{') {
    // Go writes maps in the order of their keys.
    for (const key of Object.keys(value as Json).sort()) {
      const entry = encodeValue(2, type.item, (value as Json)[key]);
      parts.push(bytesField(number, Buffer.concat([textField(1, key), entry])));
    }
  } else parts.push(encodeValue(number, type, value));
}

function encodeValue(number: number, type: ValueType, value: unknown): Buffer {
  switch (type.is) {
    case 's':
      return textField(number, String(value ?? ''));
    case 'i':
    case 'l':
      return numberField(number, value as number | bigint);
    case 'd':
      return doubleField(number, Number(value));
    case 'b':
      return numberField(number, value === true);
    case 'y':
      return bytesField(number, Buffer.from(String(value ?? ''), 'base64'));
    case 'q':
      return bytesField(number, textField(1, String(value)));
    case 't':
    case 'u':
      return bytesField(number, encodeTime(String(value)));
    case 'o':
      return bytesField(number, encodeIntOrString(value as number | string));
    case 'x':
      return bytesField(number, textField(1, jsonText(value)));
    case '[':
      return bytesField(
        number,
        Buffer.concat((value as readonly unknown[]).map((each) => encodeValue(1, type.item, each))),
      );
    case 'struct': {
      const message = wireMessage(type.struct);
      if (!message) throw new NotEncodable(`no message is known for ${type.struct.name}`);
      return bytesField(number, encodeMessage((value ?? {}) as Json, message));
    }
    case '{':
      throw new NotEncodable('a map cannot be an item');
    case '|':
    case 'shape':
      throw new NotEncodable('a value of several types, or of a type that a schema gives, is sent as JSON');
  }
}

/** Seconds and nanoseconds since the epoch. */
function encodeTime(text: string): Buffer {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new NotEncodable(`${JSON.stringify(text)} is not a time`);
  const seconds = Math.floor(ms / 1000);
  const fraction = /\.(\d{1,9})/.exec(text)?.[1];
  const nanos = fraction === undefined ? 0 : Math.round(Number(`0.${fraction}`) * NANOS);
  return Buffer.concat([numberField(1, seconds), numberField(2, nanos)]);
}

function encodeIntOrString(value: number | string): Buffer {
  return typeof value === 'string'
    ? Buffer.concat([numberField(1, 1), numberField(2, 0), textField(3, value)])
    : Buffer.concat([numberField(1, 0), numberField(2, value), textField(3, '')]);
}
