import { readSync } from 'node:fs';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonText, parseJson } from '@orrery/api-types';
import { linesOf } from '@orrery/store';

/** Bytes that are written or read at once. */
const PIECE_BYTES = 65_536;

/** Position of a line, in bytes. */
export interface KeptPlace {
  readonly start: number;
  readonly length: number;
}

/**
 * Values of a recording while it is repeated, a line of JSON each, in a file without a name: memory does not grow with
 * them, and no end of the process leaves a file behind. It is read when all were added. The caller closes it.
 */
export class KeptLines<T> {
  private file: FileHandle | undefined;
  private number = 0;
  private bytes = 0;
  /** Lines that wait to be written, and their bytes. */
  private waiting: string[] = [];
  private waitingBytes = 0;
  /** Bytes that were read, and not taken yet. */
  private readBytes = 0;
  private written: Promise<void> = Promise.resolve();

  /** Number of lines. */
  get count(): number {
    return this.number;
  }

  /** Bytes of those that are in memory: a piece at most that waits to be written, and one for each reader. */
  get bytesInMemory(): number {
    return this.waitingBytes + this.readBytes;
  }

  /** Adds a value at the end; returns its place. */
  async add(value: T): Promise<KeptPlace> {
    const line = `${jsonText(value)}\n`;
    const length = Buffer.byteLength(line);
    const place = { start: this.bytes, length };
    this.number++;
    this.bytes += length;
    this.waiting.push(line);
    this.waitingBytes += length;
    if (this.waitingBytes >= PIECE_BYTES) await this.flush();
    return place;
  }

  /** Yields all of them, in their order, each on demand. */
  async *read(): AsyncGenerator<T> {
    for await (const line of linesOf(this.pieces())) {
      const value = parsed<T>(line);
      this.readBytes -= line.length + 1;
      yield value;
    }
  }

  /** Makes everything that was added readable at once. */
  async complete(): Promise<void> {
    await this.flush();
  }

  /**
   * Returns the value at a place; all must be {@link complete}. It reads synchronously, so that the caller continues at
   * the same point each time.
   */
  at({ start, length }: KeptPlace): T {
    const buffer = Buffer.allocUnsafe(length);
    if (readSync(this.opened.fd, buffer, 0, length, start) < length) throw gone();
    return parsed(buffer);
  }

  async close(): Promise<void> {
    await this.written.catch(() => undefined);
    const { file } = this;
    this.file = undefined;
    [this.waiting, this.waitingBytes] = [[], 0];
    await file?.close();
  }

  private async *pieces(): AsyncGenerator<Buffer> {
    for (let start = 0; start < this.bytes; start += PIECE_BYTES) {
      const piece = await this.portion(start, Math.min(PIECE_BYTES, this.bytes - start));
      this.readBytes += piece.length;
      yield piece;
    }
  }

  private async portion(start: number, length: number): Promise<Buffer> {
    await this.flush();
    const { buffer, bytesRead } = await this.opened.read(Buffer.allocUnsafe(length), 0, length, start);
    if (bytesRead < length) throw gone();
    return buffer;
  }

  private get opened(): FileHandle {
    if (!this.file) throw new TypeError('what a recording kept was closed, or is not complete');
    return this.file;
  }

  private flush(): Promise<void> {
    const { waiting } = this;
    if (waiting.length > 0) {
      [this.waiting, this.waitingBytes] = [[], 0];
      this.written = this.written.then(async () => {
        this.file ??= await openNameless();
        await this.file.appendFile(waiting.join(''));
      });
    }
    return this.written;
  }
}

function gone(): Error {
  return new TypeError('what a recording kept is gone');
}

function parsed<T>(line: Buffer): T {
  // Nothing but `add` writes them.
  return parseJson(line.toString('utf8')) as T;
}

/** A file that is gone with its handle. */
async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-replay-'));
  try {
    return await open(join(folder, 'lines'), 'a+');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
