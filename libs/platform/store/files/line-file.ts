import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/*
 * The files of recordings and snapshots: lines of text, compressed by gzip, the last of which has the digest of all before. What a line says is
 * theirs; written and read they are here, piece by piece, so that a file of any size takes little memory.
 */

/** File that cannot be unpacked, or whose lines are longer than any that is written; the message states the cause. */
export class LineFileError extends Error {}

/** Characters of lines that are compressed at once. */
const PIECE_LENGTH = 65_536;
/** Bytes of one line at most: no object is as large. */
const MAX_LINE = 64 * 1024 * 1024;
const LINE_BREAK = 0x0a;

/** All lines of a file but the last one. */
export interface LineSum {
  readonly lines: number;
  /** Digest of their text with its line breaks, in hexadecimal digits. */
  readonly sha256: string;
}

/** Position of a line. */
export interface LinePlace {
  /** Number of the line, from 1. */
  readonly number: number;
  /** The digest of all lines before it, as in {@link LineSum}. */
  digest(): string;
}

/** Takes a line without its line break. */
export type TakeLine = (line: string, place: LinePlace) => Promise<void> | void;

/** The text of a file, piece by piece. @param last the last line, from what was before it */
export async function* lineText(lines: AsyncIterable<string>, last: (sum: LineSum) => string): AsyncIterable<string> {
  const hash = createHash('sha256');
  let count = 0;
  let piece = '';
  for await (const line of lines) {
    piece += `${line}\n`;
    count++;
    if (piece.length < PIECE_LENGTH) continue;
    hash.update(piece);
    yield piece;
    piece = '';
  }
  hash.update(piece);
  yield `${piece}${last({ lines: count, sha256: hash.digest('hex') })}\n`;
}

/** The compressed bytes of a text; they end with an error where the text does. */
export function compressed(text: AsyncIterable<string>): Readable {
  const gzip = createGzip();
  // The reader of the bytes gets the error.
  pipeline(Readable.from(text), gzip).catch(() => undefined);
  return gzip;
}

/**
 * Reads a compressed file to its end. Throws {@link LineFileError} for one that cannot be unpacked, and what `take` throws.
 */
export async function readLineFile(pieces: AsyncIterable<Uint8Array>, take: TakeLine): Promise<void> {
  let refusal: { readonly error: unknown } | undefined;
  const reading = async (text: AsyncIterable<Buffer>): Promise<void> => {
    await readLines(text, take).catch((error: unknown) => {
      refusal ??= { error };
      throw error;
    });
  };
  try {
    await pipeline(pieces, createGunzip(), reading);
  } catch (error) {
    // Who stops reading ends the stream, which is then said to be aborted: what stopped them is the reason.
    if (refusal && !isGzipError(refusal.error)) throw refusal.error;
    throw isGzipError(error) ? new LineFileError(error.message) : error;
  }
}

/** Reads the lines of a text that is not compressed. */
export async function readLines(pieces: AsyncIterable<Uint8Array>, take: TakeLine): Promise<void> {
  const hash = createHash('sha256');
  let number = 0;
  for await (const bytes of linesOf(pieces)) {
    number++;
    await take(bytes.toString('utf8'), { number, digest: () => hash.copy().digest('hex') });
    hash.update(bytes).update('\n');
  }
}

/** Lines without their line breaks; what comes after the last one is a line, too. */
export async function* linesOf(text: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  /** Pieces of a line whose end has not come yet: they are put together once. */
  let rest: Uint8Array[] = [];
  let length = 0;
  for await (const piece of text) {
    let start = 0;
    for (let at = piece.indexOf(LINE_BREAK); at >= 0; at = piece.indexOf(LINE_BREAK, start)) {
      yield Buffer.concat([...rest, piece.subarray(start, at)]);
      [rest, length, start] = [[], 0, at + 1];
    }
    rest.push(piece.subarray(start));
    length += piece.length - start;
    if (length > MAX_LINE) throw new LineFileError(`a line has more than ${MAX_LINE} bytes`);
  }
  if (length > 0) yield Buffer.concat(rest);
}

/** The error is zlib's own. */
function isGzipError(error: unknown): error is { readonly message: string } {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('Z_');
}
