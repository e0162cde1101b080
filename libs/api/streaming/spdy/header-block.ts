import { createInflate, type Inflate } from 'node:zlib';
import { HEADER_DICTIONARY } from './header-dictionary';

/** The headers of a stream: names in lower case, and their values. */
export type StreamHeaders = ReadonlyMap<string, readonly string[]>;

/** A block that is larger than this once it is unpacked ends the connection. */
const MAX_BLOCK_BYTES = 64 * 1024;
const MAX_STORED_BYTES = 0xffff;
const ADLER_MODULUS = 65521;
/** An empty block. Readers in Go deliver their data only when they meet one. */
const SYNC_FLUSH = Buffer.from([0, 0, 0, 0xff, 0xff]);

/** Unpacks header blocks; each continues the compression of the one before. */
export class HeaderReader {
  private readonly inflate: Inflate = createInflate({ dictionary: HEADER_DICTIONARY });
  private chunks: Buffer[] = [];
  private size = 0;

  constructor() {
    this.inflate.on('data', (chunk: Buffer) => {
      this.size += chunk.length;
      if (this.size > MAX_BLOCK_BYTES) this.inflate.destroy(new Error('a header block is too large'));
      else this.chunks.push(chunk);
    });
    // The callback of each write reports errors to the caller.
    this.inflate.on('error', () => undefined);
  }

  /** Throws for bytes that are not a header block. */
  async read(block: Buffer): Promise<StreamHeaders> {
    this.chunks = [];
    this.size = 0;
    await new Promise<void>((resolve, reject) => {
      this.inflate.once('error', reject);
      this.inflate.write(block, (error) => {
        this.inflate.off('error', reject);
        if (error) reject(error);
        else resolve();
      });
    });
    return parseHeaders(Buffer.concat(this.chunks));
  }

  close(): void {
    this.inflate.destroy();
  }
}

/** Reads name-value pairs; throws for bytes that are none. */
function parseHeaders(bytes: Buffer): StreamHeaders {
  const headers = new Map<string, readonly string[]>();
  let at = 0;
  const number = (): number => {
    if (at + 4 > bytes.length) throw new Error('a header block ends too early');
    at += 4;
    return bytes.readUInt32BE(at - 4);
  };
  const text = (): string => {
    const length = number();
    if (at + length > bytes.length) throw new Error('a header block ends too early');
    at += length;
    return bytes.toString('utf8', at - length, at);
  };
  for (let left = number(); left > 0; left--) {
    const name = text().toLowerCase();
    headers.set(name, text().split('\0'));
  }
  return headers;
}

/**
 * Packs header blocks. A reader must unpack them, so they are in the format of the compression, but stored as they are:
 * servers send a handful of short blocks, and stored ones need no state but whether they are the first.
 */
export class HeaderWriter {
  private isFirst = true;

  write(headers: Readonly<Record<string, string>>): Buffer {
    const pairs = Object.entries(headers);
    const parts = [numberBytes(pairs.length)];
    for (const text of pairs.flat()) {
      const bytes = Buffer.from(text);
      parts.push(numberBytes(bytes.length), bytes);
    }
    const plain = Buffer.concat(parts);
    if (plain.length > MAX_STORED_BYTES) throw new RangeError('a header block is too large');
    const head = Buffer.alloc(5);
    head.writeUInt16LE(plain.length, 1);
    head.writeUInt16LE(~plain.length & 0xffff, 3);
    const start = this.isFirst ? streamStart() : Buffer.alloc(0);
    this.isFirst = false;
    return Buffer.concat([start, head, plain, SYNC_FLUSH]);
  }
}

/** The zlib header with the mark and the checksum of a preset dictionary (RFC 1950). */
function streamStart(): Buffer {
  const start = Buffer.from([0x78, 0x20, 0, 0, 0, 0]);
  start.writeUInt32BE(adler32(HEADER_DICTIONARY), 2);
  return start;
}

function adler32(bytes: Buffer): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % ADLER_MODULUS;
    b = (b + a) % ADLER_MODULUS;
  }
  return b * 65536 + a;
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
