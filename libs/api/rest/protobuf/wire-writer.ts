import { WireType } from './wire-reader';

const MORE = 0x80;
const LOW_BITS = 0x7f;
/** Numbers below are written without bigints. */
const SMALL = 0x80000000;

/** A number without sign as the wire has it: seven bits a byte. Negative ones have ten bytes. */
export function varint(value: number | bigint): Buffer {
  if (isSmall(value)) {
    const bytes = Buffer.allocUnsafe(sizeOf(value));
    write(bytes, 0, value);
    return bytes;
  }
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | MORE);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

/** A field that holds a number or a flag. */
export function numberField(field: number, value: number | bigint | boolean): Buffer {
  const tag = field * 8 + WireType.Varint;
  const number = typeof value === 'boolean' ? Number(value) : value;
  if (!isSmall(number)) return Buffer.concat([varint(tag), varint(number)]);
  const bytes = Buffer.allocUnsafe(sizeOf(tag) + sizeOf(number));
  write(bytes, write(bytes, 0, tag), number);
  return bytes;
}

/** A field that holds a floating-point number. */
export function doubleField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([varint(field * 8 + WireType.Fixed64), bytes]);
}

/** A field that holds bytes: a text, or a message. */
export function bytesField(field: number, bytes: Uint8Array): Buffer {
  const [whole, at] = fieldOf(field, bytes.length);
  whole.set(bytes, at);
  return whole;
}

export function textField(field: number, text: string): Buffer {
  const [whole, at] = fieldOf(field, Buffer.byteLength(text));
  whole.write(text, at);
  return whole;
}

/** Returns a field for a given number of bytes, and the offset at which they begin. */
function fieldOf(field: number, length: number): readonly [Buffer, number] {
  const tag = field * 8 + WireType.Bytes;
  const whole = Buffer.allocUnsafe(sizeOf(tag) + sizeOf(length) + length);
  return [whole, write(whole, write(whole, 0, tag), length)];
}

function isSmall(value: number | bigint): value is number {
  return typeof value === 'number' && value >= 0 && value < SMALL && Number.isInteger(value);
}

/** Returns how many bytes a small number takes. */
function sizeOf(value: number): number {
  let size = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) size++;
  return size;
}

/** Writes a small number; returns the place behind it. */
function write(bytes: Buffer, start: number, value: number): number {
  let at = start;
  let rest = value;
  for (; rest > LOW_BITS; rest >>>= 7) bytes[at++] = (rest & LOW_BITS) | MORE;
  bytes[at++] = rest;
  return at;
}
