import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import {
  SnapshotError,
  SnapshotLines,
  snapshotLine,
  type ReadableFormats,
  type SnapshotRecord,
} from '@orrery/snapshots';

/** Characters of lines that are compressed at once. */
const PIECE_LENGTH = 65_536;
/** Bytes of one line at most: no object is as large. */
const MAX_LINE = 64 * 1024 * 1024;
const LINE_BREAK = 0x0a;

/**
 * Writes the file of a snapshot, compressed, whose records are given but for the last one: `take` gets it piece by piece.
 */
export async function writeSnapshotFile(
  records: AsyncIterable<SnapshotRecord>,
  take: (piece: Buffer) => Promise<void>,
): Promise<void> {
  await pipeline(textOf(records), createGzip(), async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) await take(piece);
  });
}

async function* textOf(records: AsyncIterable<SnapshotRecord>): AsyncIterable<string> {
  const hash = createHash('sha256');
  let lines = 0;
  let piece = '';
  for await (const record of records) {
    piece += `${snapshotLine(record)}\n`;
    lines++;
    if (piece.length < PIECE_LENGTH) continue;
    hash.update(piece);
    yield piece;
    piece = '';
  }
  hash.update(piece);
  yield `${piece}${snapshotLine({ type: 'end', lines, sha256: hash.digest('hex') })}\n`;
}

/**
 * Reads the file of a snapshot to its end: `take` gets its records in their order, before it is known whether the file is whole. Throws
 * {@link SnapshotError} for a file that is none, or not whole.
 */
export async function readSnapshotFile(
  pieces: AsyncIterable<Buffer>,
  take: (record: SnapshotRecord) => Promise<void> | void,
  formats?: ReadableFormats,
): Promise<void> {
  const lines = new SnapshotLines(formats);
  const hash = createHash('sha256');
  const line = async (bytes: Buffer): Promise<void> => {
    const record = lines.read(bytes.toString('utf8'));
    if (record.type === 'end') {
      if (record.sha256 !== hash.digest('hex')) {
        throw new SnapshotError('the file is damaged: what it holds does not match its checksum');
      }
    } else {
      hash.update(bytes).update('\n');
    }
    await take(record);
  };
  try {
    await pipeline(pieces, createGunzip(), async (text: AsyncIterable<Buffer>) => {
      for await (const bytes of linesOf(text)) await line(bytes);
    });
  } catch (error) {
    throw isGzipError(error) ? new SnapshotError(`the file is damaged, or no snapshot: ${error.message}`) : error;
  }
  lines.finish();
}

/** Lines without their line breaks; what comes after the last one is a line, too. */
async function* linesOf(text: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  /** Pieces of a line whose end has not come yet: they are put together once. */
  let rest: Buffer[] = [];
  let length = 0;
  for await (const piece of text) {
    let start = 0;
    for (let at = piece.indexOf(LINE_BREAK); at >= 0; at = piece.indexOf(LINE_BREAK, start)) {
      yield Buffer.concat([...rest, piece.subarray(start, at)]);
      [rest, length, start] = [[], 0, at + 1];
    }
    rest.push(piece.subarray(start));
    length += piece.length - start;
    if (length > MAX_LINE) throw new SnapshotError(`a line has more than ${MAX_LINE} bytes`);
  }
  if (length > 0) yield Buffer.concat(rest);
}

/** The error is zlib's own. */
function isGzipError(error: unknown): error is { readonly message: string } {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('Z_');
}
