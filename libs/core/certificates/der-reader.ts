/** Bytes that are no DER, or not the structure that was expected. */
export class MalformedDer extends Error {}

/** One value of ASN.1 in DER (X.690): its tag, its own bytes and all its bytes. */
export interface DerValue {
  /** The identifier octet, such as 0x30 for a sequence. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** Tag and length included, as signatures are computed over it. */
  readonly bytes: Uint8Array;
}

/** Identifier octets of the types that certificates have. */
export const Tag = {
  Boolean: 0x01,
  Integer: 0x02,
  BitString: 0x03,
  OctetString: 0x04,
  Null: 0x05,
  ObjectIdentifier: 0x06,
  Utf8String: 0x0c,
  PrintableString: 0x13,
  TeletexString: 0x14,
  Ia5String: 0x16,
  UtcTime: 0x17,
  GeneralizedTime: 0x18,
  BmpString: 0x1e,
  Sequence: 0x30,
  Set: 0x31,
} as const;

/** The identifier octet of a context-specific tag. */
export function contextTag(number: number, isConstructed: boolean): number {
  return (isConstructed ? 0xa0 : 0x80) | number;
}

/** The value that the bytes are; throws {@link MalformedDer} also for bytes behind it. */
export function readDer(bytes: Uint8Array, tag?: number): DerValue {
  const { value, end } = readAt(bytes, 0);
  if (end !== bytes.length) throw new MalformedDer('trailing data');
  return tag === undefined ? value : expectTag(value, tag);
}

/** The values that a constructed one consists of. */
export function childrenOf({ content }: DerValue): DerValue[] {
  const children: DerValue[] = [];
  for (let offset = 0; offset < content.length;) {
    const { value, end } = readAt(content, offset);
    children.push(value);
    offset = end;
  }
  return children;
}

/** The value if it has the tag. */
export function expectTag(value: DerValue | undefined, tag: number): DerValue {
  if (value?.tag !== tag) throw new MalformedDer("structure error: tags don't match");
  return value;
}

/** An object identifier with dots. */
export function objectIdentifierOf(value: DerValue | undefined): string {
  const { content } = expectTag(value, Tag.ObjectIdentifier);
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (!Number.isSafeInteger(arc)) throw new MalformedDer('an object identifier is too large');
    if (byte & 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first] = arcs;
  if (first === undefined || content.at(-1)! & 0x80) throw new MalformedDer('an object identifier is cut off');
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - 40 * top, ...arcs.slice(1)].join('.');
}

/** The bytes of a bit string of whole bytes. */
export function bitsOf(value: DerValue | undefined): Uint8Array {
  const { content } = expectTag(value, Tag.BitString);
  if (content[0] !== 0) throw new MalformedDer('a bit string is not of whole bytes');
  return content.subarray(1);
}

/** A text in one of the types that names have. */
export function textOf({ tag, content }: DerValue): string {
  switch (tag) {
    case Tag.Utf8String:
    case Tag.PrintableString:
    case Tag.Ia5String:
      return decodedUtf8(content);
    case Tag.TeletexString:
      return String.fromCharCode(...content.subarray(0, MAX_TEXT_BYTES));
    case Tag.BmpString:
      return String.fromCharCode(...pairsOf(content.subarray(0, MAX_TEXT_BYTES)));
    default:
      throw new MalformedDer('a name has a value that is no text');
  }
}

/** A moment of a certificate, in ms since the Unix epoch. */
export function timeOf(value: DerValue | undefined): number {
  if (!value) throw new MalformedDer('a time is missing');
  const text = String.fromCharCode(...value.content.subarray(0, 16));
  const isShort = value.tag === Tag.UtcTime;
  const parts = (isShort ? SHORT_TIME : LONG_TIME).exec(text);
  if (!parts || (!isShort && value.tag !== Tag.GeneralizedTime)) throw new MalformedDer('a time is not valid');
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  // RFC 5280, 4.1.2.5.1: two digits are of the years 1950 to 2049.
  const century = isShort ? (year < 50 ? 2000 : 1900) : 0;
  return Date.UTC(century + year, month - 1, day, hour, minute, second);
}

const SHORT_TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const LONG_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
/** Longer texts are in no name that anybody has. */
const MAX_TEXT_BYTES = 4096;

function readAt(bytes: Uint8Array, start: number): { readonly value: DerValue; readonly end: number } {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw new MalformedDer('syntax error: data truncated');
  if ((tag & 0x1f) === 0x1f) throw new MalformedDer('a tag has more than one byte');
  const { length, begin } = first < 0x80 ? { length: first, begin: start + 2 } : longLength(bytes, start + 1);
  const end = begin + length;
  if (end > bytes.length) throw new MalformedDer('syntax error: data truncated');
  return { value: { tag, content: bytes.subarray(begin, end), bytes: bytes.subarray(start, end) }, end };
}

/** A length of more than one byte: the shortest form alone is DER. */
function longLength(bytes: Uint8Array, at: number): { readonly length: number; readonly begin: number } {
  const count = bytes[at]! & 0x7f;
  if (count === 0 || count > 4) throw new MalformedDer('a length is not in DER');
  let length = 0;
  for (let i = 1; i <= count; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) throw new MalformedDer('syntax error: data truncated');
    length = length * 256 + byte;
  }
  if (length < 0x80 || length < 256 ** (count - 1)) throw new MalformedDer('a length is not in DER');
  return { length, begin: at + 1 + count };
}

function decodedUtf8(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new MalformedDer('a text is not in UTF-8');
  }
}

function pairsOf(content: Uint8Array): number[] {
  if (content.length % 2 !== 0) throw new MalformedDer('a text is cut off');
  return Array.from({ length: content.length / 2 }, (_, i) => content[2 * i]! * 256 + content[2 * i + 1]!);
}
