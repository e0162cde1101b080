import { WireType } from './wire-reader';

const MORE = 0x80;

/** A number without sign as the wire has it: seven bits a byte. Negative ones have ten bytes. */
function varint(value: number | bigint): Buffer {
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
  return Buffer.concat([
    varint(field * 8 + WireType.Varint),
    varint(typeof value === 'boolean' ? Number(value) : value),
  ]);
}

/** A field that holds a floating-point number. */
export function doubleField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([varint(field * 8 + WireType.Fixed64), bytes]);
}

/** A field that holds bytes: a text, or a message. */
export function bytesField(field: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([varint(field * 8 + WireType.Bytes), varint(bytes.length), bytes]);
}

export function textField(field: number, text: string): Buffer {
  return bytesField(field, Buffer.from(text));
}
