import { contextTag, Tag } from './der-reader';

/** A value of ASN.1 in DER. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return joined([Uint8Array.of(tag, ...lengthOf(size)), ...parts]);
}

export const sequence = (...parts: readonly Uint8Array[]): Uint8Array => der(Tag.Sequence, ...parts);
export const setOf = (...parts: readonly Uint8Array[]): Uint8Array => der(Tag.Set, ...parts);
export const octets = (...parts: readonly Uint8Array[]): Uint8Array => der(Tag.OctetString, ...parts);
export const yes = (): Uint8Array => der(Tag.Boolean, Uint8Array.of(0xff));

/** Parts under an explicit context-specific tag. */
export const tagged = (number: number, ...parts: readonly Uint8Array[]): Uint8Array =>
  der(contextTag(number, true), ...parts);

/** A bit string of whole bytes. */
export const bits = (bytes: Uint8Array): Uint8Array => der(Tag.BitString, Uint8Array.of(0), bytes);

/** A bit string of named bits: the first is the highest of the first byte, and zeros at the end are left out. */
export function namedBits(numbers: readonly number[]): Uint8Array {
  if (numbers.length === 0) return der(Tag.BitString, Uint8Array.of(0));
  const last = Math.max(...numbers);
  const bytes = new Uint8Array(Math.floor(last / 8) + 1);
  for (const number of numbers) bytes[Math.floor(number / 8)]! |= 0x80 >> (number % 8);
  return der(Tag.BitString, Uint8Array.of(7 - (last % 8)), bytes);
}

/** A whole number that is not negative, from its bytes. */
export function wholeNumber(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  const rest = first < 0 ? Uint8Array.of(0) : bytes.subarray(first);
  return der(Tag.Integer, rest[0]! & 0x80 ? Uint8Array.of(0) : Uint8Array.of(), rest);
}

/** An object identifier, given with dots. */
export function objectIdentifier(dotted: string): Uint8Array {
  const [top = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return der(Tag.ObjectIdentifier, Uint8Array.from([top * 40 + second, ...others].flatMap(inBase128)));
}

export function utf8(text: string): Uint8Array {
  return der(Tag.Utf8String, new TextEncoder().encode(text));
}

/** A moment as RFC 5280 wants it: years of two digits up to 2049. */
export function time(atMs: number): Uint8Array {
  const digits = new Date(atMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
  const isShort = digits >= '1950' && digits < '2050';
  const text = new TextEncoder().encode(isShort ? digits.slice(2) : digits);
  return der(isShort ? Tag.UtcTime : Tag.GeneralizedTime, text);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

function lengthOf(size: number): number[] {
  if (size < 0x80) return [size];
  const bytes: number[] = [];
  for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function inBase128(arc: number): number[] {
  const bytes = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(0x80 | (rest % 128));
  return bytes;
}
