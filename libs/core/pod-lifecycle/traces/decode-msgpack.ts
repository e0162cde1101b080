/** A value of MessagePack: maps are lists of pairs, since their keys can be anything; whole numbers beyond 2^53 are bigints. */
export type Packed = null | boolean | number | bigint | string | Uint8Array | readonly Packed[] | PackedMap;

export interface PackedMap {
  readonly pairs: readonly (readonly [Packed, Packed])[];
}

/** What was read, or why it cannot be. */
export type PackedVerdict =
  { readonly ok: true; readonly value: Packed } | { readonly ok: false; readonly error: string };

const DEEPEST = 100;

/** Unwinds the descent; never leaves this file. */
class Unreadable extends Error {}

/** Reads one value of MessagePack, which must be all there is. */
export function decodeMessagePack(bytes: Uint8Array): PackedVerdict {
  try {
    const reader = new Reader(bytes);
    const value = reader.value(0);
    reader.expectEnd();
    return { ok: true, value };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, error: error.message };
    throw error;
  }
}

class Reader {
  private at = 0;
  private readonly view: DataView;
  private readonly text = new TextDecoder();

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  expectEnd(): void {
    if (this.at < this.bytes.length) throw new Unreadable(`there is more than one value (byte ${this.at})`);
  }

  value(depth: number): Packed {
    if (depth > DEEPEST) throw new Unreadable('it is nested too deep');
    const head = this.byte();
    if (head <= 0x7f) return head;
    if (head <= 0x8f) return this.map(head & 0x0f, depth);
    if (head <= 0x9f) return this.list(head & 0x0f, depth);
    if (head <= 0xbf) return this.string(head & 0x1f);
    if (head >= 0xe0) return head - 0x100;
    if (head >= 0xde) return this.map(this.unsigned(head === 0xde ? 2 : 4), depth);
    if (head >= 0xdc) return this.list(this.unsigned(head === 0xdc ? 2 : 4), depth);
    return this.marked(head);
  }

  private marked(head: number): Packed {
    switch (head) {
      case 0xc0:
        return null;
      case 0xc2:
      case 0xc3:
        return head === 0xc3;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.take(this.unsigned(1 << (head - 0xc4)));
      case 0xca:
        return this.view.getFloat32(this.skip(4));
      case 0xcb:
        return this.view.getFloat64(this.skip(8));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.unsigned(1 << (head - 0xcc));
      case 0xcf:
        return small(this.view.getBigUint64(this.skip(8)));
      case 0xd0:
        return this.view.getInt8(this.skip(1));
      case 0xd1:
        return this.view.getInt16(this.skip(2));
      case 0xd2:
        return this.view.getInt32(this.skip(4));
      case 0xd3:
        return small(this.view.getBigInt64(this.skip(8)));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.string(this.unsigned(1 << (head - 0xd9)));
      default:
        throw new Unreadable(`there is no value that begins with ${head} (byte ${this.at - 1})`);
    }
  }

  private list(length: number, depth: number): Packed[] {
    const values: Packed[] = [];
    for (let i = 0; i < length; i++) values.push(this.value(depth + 1));
    return values;
  }

  private map(length: number, depth: number): PackedMap {
    const pairs: [Packed, Packed][] = [];
    for (let i = 0; i < length; i++) pairs.push([this.value(depth + 1), this.value(depth + 1)]);
    return { pairs };
  }

  private string(length: number): string {
    return this.text.decode(this.take(length));
  }

  private unsigned(length: number): number {
    const at = this.skip(length);
    return length === 1 ? this.view.getUint8(at) : length === 2 ? this.view.getUint16(at) : this.view.getUint32(at);
  }

  private byte(): number {
    return this.view.getUint8(this.skip(1));
  }

  private take(length: number): Uint8Array {
    const at = this.skip(length);
    return this.bytes.subarray(at, at + length);
  }

  /** Where the next so many bytes are. */
  private skip(length: number): number {
    const { at } = this;
    if (at + length > this.bytes.length) throw new Unreadable('it ends too soon');
    this.at += length;
    return at;
  }
}

function small(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
