/** One field of a message, ready to be sent. */
export type Field = Buffer;

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;

/** A field that holds a text; nothing for none. */
export function textField(number: number, value: string | undefined): Field {
  return value === undefined ? Buffer.alloc(0) : messageField(number, Buffer.from(value));
}

/** A field that holds a whole number from 0 on; nothing for none. */
export function integerField(number: number, value: number | undefined): Field {
  if (value === undefined) return Buffer.alloc(0);
  return Buffer.concat([varint((number << 3) | VARINT), varint(value)]);
}

/** A field that is set or not. */
export function flagField(number: number, value: boolean | undefined): Field {
  return integerField(number, value ? 1 : undefined);
}

/** A field that holds a number; nothing for none. */
export function doubleField(number: number, value: number | undefined): Field {
  if (value === undefined) return Buffer.alloc(0);
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([varint((number << 3) | FIXED64), bytes]);
}

/** A field that holds a message made of fields. */
export function messageField(number: number, ...fields: readonly Field[]): Field {
  const size = fields.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([varint((number << 3) | LENGTH_DELIMITED), varint(size), ...fields]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
