/** One field of a message, ready to be sent. */
export type Field = Buffer;

const LENGTH_DELIMITED = 2;

/** A field that holds a text; nothing for none. */
export function textField(number: number, value: string | undefined): Field {
  return value === undefined ? Buffer.alloc(0) : messageField(number, Buffer.from(value));
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
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
