/** The few parts of ASN.1's distinguished encoding that a certificate is made of. */
export const Der = {
  sequence: (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts),
  set: (...parts: readonly Buffer[]): Buffer => tagged(0x31, ...parts),
  /** A number that is not negative, as bytes with the highest first; it is written with as few as possible. */
  integer: (bytes: Buffer): Buffer => {
    const first = bytes.findIndex((byte) => byte !== 0);
    const digits = first < 0 ? Buffer.from([0]) : bytes.subarray(first);
    return tagged(0x02, digits[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits);
  },
  bitString: (bytes: Buffer): Buffer => tagged(0x03, Buffer.from([0]), bytes),
  octetString: (bytes: Buffer): Buffer => tagged(0x04, bytes),
  utf8: (text: string): Buffer => tagged(0x0c, Buffer.from(text)),
  isTrue: (): Buffer => tagged(0x01, Buffer.from([0xff])),
  objectId,
  generalizedTime: (ms: number): Buffer =>
    tagged(0x18, Buffer.from(`${new Date(ms).toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`)),
  /** A part that is known by its number; `isPlain`: bytes instead of further parts. */
  numbered: (number: number, content: Buffer, isPlain = false): Buffer =>
    tagged((isPlain ? 0x80 : 0xa0) + number, content),
} as const;

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 + bytes.length, ...bytes]);
}

/** `2.5.29.17`: the first two numbers share a byte, the others are written to base 128. */
function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const number of others) {
    const digits = [number % 128];
    for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
      digits.unshift(128 + (rest % 128));
    bytes.push(...digits);
  }
  return tagged(0x06, Buffer.from(bytes));
}
