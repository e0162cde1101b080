import { concat, decode, encode } from '../process';

/** A file or directory in an archive. */
export interface ArchiveEntry {
  /** Name as in the archive: without a slash at its begin. */
  readonly name: string;
  /** Undefined for a directory. */
  readonly bytes: Uint8Array | undefined;
  readonly mode: number;
  readonly modifiedAtMs: number;
}

const BLOCK = 512;
const NAME_BYTES = 100;
const TYPE_AT = 156;
const FILE = '0';
const DIRECTORY = '5';
/** The next entry has a name that does not fit its header: in GNU's way, and in that of POSIX. */
const GNU_LONG_NAME = 'L';
const EXTENDED = 'x';

/** An archive in the format of POSIX (ustar, with extended headers for long names). */
export function writeTar(entries: readonly ArchiveEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { name, bytes, mode, modifiedAtMs } of entries) {
    const path = bytes ? name : `${name}/`;
    if (encode(path).length > NAME_BYTES) {
      const record = extendedRecord('path', path);
      parts.push(
        header('././@PaxHeader', { size: record.length, mode: 0o644, seconds: 0, type: EXTENDED }),
        padded(record),
      );
    }
    const seconds = Math.floor(modifiedAtMs / 1000);
    parts.push(header(path, { size: bytes?.length ?? 0, mode, seconds, type: bytes ? FILE : DIRECTORY }));
    if (bytes) parts.push(padded(bytes));
  }
  return concat([...parts, new Uint8Array(2 * BLOCK)]);
}

interface HeaderFields {
  readonly size: number;
  readonly mode: number;
  readonly seconds: number;
  readonly type: string;
}

function header(name: string, { size, mode, seconds, type }: HeaderFields): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const put = (text: string, at: number): void => block.set(encode(text), at);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  block.set(encode(name).subarray(0, NAME_BYTES), 0);
  put(octal(mode & 0o7777, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(size, 11), 124);
  put(octal(seconds, 11), 136);
  put('        ', 148);
  put(type, TYPE_AT);
  put('ustar\u000000', 257);
  put('root', 265);
  put('root', 297);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** `length key=value` where the length counts itself. */
function extendedRecord(key: string, value: string): Uint8Array {
  const rest = ` ${key}=${value}\n`;
  const bytes = encode(rest).length;
  let length = bytes + 1;
  while (String(length).length + bytes !== length) length++;
  return encode(`${length}${rest}`);
}

function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
  whole.set(bytes);
  return whole;
}

/** An archive as it arrives: detects that it is complete, without an end of the input behind it. */
export class ArrivingArchive {
  private bytes = new Uint8Array(16 * BLOCK);
  private length = 0;
  /** Offset of the next header, in bytes. */
  private at = 0;
  private zeroBlocks = 0;
  /** True if the two zero blocks of its end have arrived, or a block that is not a header. */
  isOver = false;

  take(chunk: Uint8Array): void {
    this.makeRoom(this.length + chunk.length);
    this.bytes.set(chunk, this.length);
    this.length += chunk.length;
    while (!this.isOver && this.at + BLOCK <= this.length)
      this.readHeader(this.bytes.subarray(this.at, this.at + BLOCK));
  }

  /** Returns the bytes received so far. */
  received(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private readHeader(block: Uint8Array): void {
    const isZero = block.every((byte) => byte === 0);
    this.zeroBlocks = isZero ? this.zeroBlocks + 1 : 0;
    const size = isZero ? 0 : sizeIn(block);
    this.isOver = this.zeroBlocks === 2 || (!isZero && !isHeader(block)) || size === undefined;
    this.at += BLOCK + Math.ceil((size ?? 0) / BLOCK) * BLOCK;
  }

  private makeRoom(length: number): void {
    if (length <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(length, 2 * this.bytes.length));
    larger.set(this.received());
    this.bytes = larger;
  }
}

/** Reads the files and directories of an archive; links and devices are left out. Undefined for bytes that are not an archive. */
export function readTar(bytes: Uint8Array): ArchiveEntry[] | undefined {
  const entries: ArchiveEntry[] = [];
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const block = bytes.subarray(at, at + BLOCK);
    if (block.every((byte) => byte === 0)) return entries;
    const size = sizeIn(block);
    if (size === undefined) return undefined;
    const contents = bytes.subarray(at + BLOCK, at + BLOCK + size);
    if (!isHeader(block) || contents.length < size) return undefined;
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(block[TYPE_AT]!);
    if (type === GNU_LONG_NAME) longName = textAt(contents, 0, size);
    else if (type === EXTENDED) longName = pathIn(decode(contents)) ?? longName;
    else {
      const prefix = textAt(block, 345, 155);
      const short = textAt(block, 0, NAME_BYTES);
      const name = longName ?? (prefix === '' ? short : `${prefix}/${short}`);
      longName = undefined;
      const isDirectory = type === DIRECTORY;
      const isFile = type === FILE || type === '\0' || type === '7';
      if (!isDirectory && !isFile) continue;
      entries.push({
        name,
        bytes: isDirectory ? undefined : contents,
        mode: octalAt(block, 100, 8),
        modifiedAtMs: 1000 * octalAt(block, 136, 12),
      });
    }
  }
  return entries;
}

function isHeader(block: Uint8Array): boolean {
  const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  return octalAt(block, 148, 8) === sum;
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  return decode(end < 0 ? field : field.subarray(0, end));
}

/** Returns the size that a header names; undefined for texts that are not octal, such as a negative size, which would lead backwards. */
function sizeIn(block: Uint8Array): number | undefined {
  const text = textAt(block, 124, 12).trim();
  return /^[0-7]*$/.test(text) ? octalAt(block, 124, 12) : undefined;
}

function octalAt(bytes: Uint8Array, at: number, length: number): number {
  const value = Number.parseInt(textAt(bytes, at, length).trim(), 8);
  return Number.isNaN(value) ? 0 : value;
}

/** The path among the records of an extended header. */
function pathIn(text: string): string | undefined {
  for (const line of text.split('\n')) {
    const blank = line.indexOf(' ');
    if (blank > 0 && line.startsWith('path=', blank + 1)) return line.slice(blank + 6);
  }
  return undefined;
}
