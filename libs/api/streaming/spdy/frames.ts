/** Control frames by type (SPDY/3.1). */
export const FrameType = {
  SynStream: 1,
  SynReply: 2,
  RstStream: 3,
  Settings: 4,
  Ping: 6,
  GoAway: 7,
  Headers: 8,
  WindowUpdate: 9,
} as const;
export type FrameType = (typeof FrameType)[keyof typeof FrameType];

/** The stream ends with this frame, in the direction in which it travels. */
export const FLAG_FIN = 1;

/** The reason why a stream is ended before its end (SPDY/3.1, RST_STREAM). */
export const ResetStatus = { ProtocolError: 1, RefusedStream: 3, Cancel: 5 } as const;
export type ResetStatus = (typeof ResetStatus)[keyof typeof ResetStatus];

const VERSION = 3;
const HEAD_BYTES = 8;
const CONTROL = 0x80;
/** Longer frames end the connection: clients of Kubernetes send at most 32 KiB at once. */
const MAX_FRAME_BYTES = 1024 * 1024;

/** One frame as it travels. */
export type Frame =
  | { readonly is: 'data'; readonly stream: number; readonly flags: number; readonly bytes: Buffer }
  | { readonly is: 'control'; readonly type: number; readonly flags: number; readonly bytes: Buffer };

/** Cuts the bytes of a connection into frames. */
export class FrameReader {
  private pending: Buffer = Buffer.alloc(0);

  /** Returns the frames that are complete with these bytes. Throws for bytes that are not SPDY/3.1. */
  take(bytes: Buffer): Frame[] {
    this.pending = this.pending.length === 0 ? bytes : Buffer.concat([this.pending, bytes]);
    const frames: Frame[] = [];
    while (this.pending.length >= HEAD_BYTES) {
      const length = this.pending.readUIntBE(5, 3);
      if (length > MAX_FRAME_BYTES) throw new Error(`a frame of ${length} bytes is longer than ${MAX_FRAME_BYTES}`);
      if (this.pending.length < HEAD_BYTES + length) break;
      frames.push(frameOf(this.pending, length));
      this.pending = this.pending.subarray(HEAD_BYTES + length);
    }
    return frames;
  }
}

function frameOf(bytes: Buffer, length: number): Frame {
  const flags = bytes[4]!;
  const body = bytes.subarray(HEAD_BYTES, HEAD_BYTES + length);
  if ((bytes[0]! & CONTROL) === 0) return { is: 'data', stream: bytes.readUInt32BE(0), flags, bytes: body };
  const version = bytes.readUInt16BE(0) & 0x7fff;
  if (version !== VERSION) throw new Error(`version ${version} of SPDY is not spoken here, only ${VERSION}`);
  return { is: 'control', type: bytes.readUInt16BE(2), flags, bytes: body };
}

export function dataFrame(stream: number, bytes: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(stream, 0);
  head[4] = flags;
  head.writeUIntBE(bytes.length, 5, 3);
  return Buffer.concat([head, bytes]);
}

export function controlFrame(type: FrameType, parts: readonly Uint8Array[], flags = 0): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16BE(0x8000 | VERSION, 0);
  head.writeUInt16BE(type, 2);
  head[4] = flags;
  head.writeUIntBE(body.length, 5, 3);
  return Buffer.concat([head, body]);
}

/** Numbers as frames have them: 32 bits, the highest first. */
export function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
}

/** The first number of a control frame, without the bit that is reserved: nearly always a stream. */
export function firstNumber(bytes: Buffer): number {
  if (bytes.length < 4) throw new Error('a control frame ends too early');
  return bytes.readUInt32BE(0) & 0x7fffffff;
}
