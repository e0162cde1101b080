import { badRequest, exactInteger } from '@orrery/api-types';

/** Layout of a field's value. */
export const WireType = { Varint: 0, Fixed64: 1, Bytes: 2, Fixed32: 5 } as const;
export type WireType = (typeof WireType)[keyof typeof WireType];

/** The fields of one message, one after the other. Throws 400 where the bytes are not a message. */
export class WireReader {
  private position = 0;
  /** Number of the current field. */
  number = 0;
  type: WireType = WireType.Varint;

  constructor(private readonly bytes: Buffer) {}

  /** Advances to the next field; returns false at the end. The rest of the previous one must have been read or skipped. */
  next(): boolean {
    if (this.position >= this.bytes.length) return false;
    const tag = Number(this.varint() & 0xffffffffn);
    this.number = tag >>> 3;
    const type = tag & 7;
    if (this.number === 0 || (type !== 0 && type !== 1 && type !== 2 && type !== 5)) {
      throw malformed(`illegal tag ${this.number} (wire type ${type})`);
    }
    this.type = type;
    return true;
  }

  /** A number of up to 64 bits, without sign. */
  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.bytes[this.position++];
      if (byte === undefined) throw malformed('unexpected EOF');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw malformed('integer overflow');
  }

  /** A number with sign, as int32 and int64 have it; a bigint where a double would lose digits. */
  integer(): number | bigint {
    this.expect(WireType.Varint);
    return exactInteger(BigInt.asIntN(64, this.varint()));
  }

  double(): number {
    this.expect(WireType.Fixed64);
    return this.take(8).readDoubleLE();
  }

  /** A text, bytes, or another message. */
  chunk(): Buffer {
    this.expect(WireType.Bytes);
    const length = this.varint();
    if (length > BigInt(this.bytes.length)) throw malformed('unexpected EOF');
    return this.take(Number(length));
  }

  text(): string {
    return this.chunk().toString('utf8');
  }

  skip(): void {
    switch (this.type) {
      case WireType.Varint:
        this.varint();
        return;
      case WireType.Fixed64:
        this.take(8);
        return;
      case WireType.Fixed32:
        this.take(4);
        return;
      default:
        this.chunk();
    }
  }

  private expect(type: WireType): void {
    if (this.type !== type) throw malformed(`wrong wireType = ${this.type} for field ${this.number}`);
  }

  private take(length: number): Buffer {
    const end = this.position + length;
    if (end > this.bytes.length) throw malformed('unexpected EOF');
    const chunk = this.bytes.subarray(this.position, end);
    this.position = end;
    return chunk;
  }
}

/** 400 for bytes that cannot be read. */
export function malformed(detail: string): Error {
  return badRequest(`the object provided is unrecognized (must be of type protobuf): proto: ${detail}`);
}
