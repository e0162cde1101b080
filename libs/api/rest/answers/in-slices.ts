import { setImmediate } from 'node:timers/promises';

/** Number of objects of a list that are processed at once; then other requests get their turn. */
const OBJECTS_AT_ONCE = 500;
/** Number of bytes or characters, which take some milliseconds, that are written at once. */
const BYTES_AT_ONCE = 128 * 1024;

/** Returns the result for each item; a long list does not block other requests. */
export async function mapInSlices<T, U>(items: readonly T[], make: (item: T) => U): Promise<U[]> {
  const made: U[] = [];
  for (let from = 0; from < items.length; from += OBJECTS_AT_ONCE) {
    if (from > 0) await setImmediate();
    for (const item of items.slice(from, from + OBJECTS_AT_ONCE)) made.push(make(item));
  }
  return made;
}

/** Turns of others between the objects of a long answer, after many small ones as after few large ones. */
export class Turns {
  private objects = 0;
  private bytes = 0;

  /** Counts an object with the number of bytes made of it; waits for the turn of others when that is due. */
  after(bytes: number): Promise<void> | undefined {
    this.objects++;
    this.bytes += bytes;
    if (this.objects < OBJECTS_AT_ONCE && this.bytes < BYTES_AT_ONCE) return undefined;
    this.objects = 0;
    this.bytes = 0;
    return setImmediate();
  }
}

/** A text that is written in pieces, none of which is longer than needed; between two of them other requests get their turn. */
export class TextPieces {
  private readonly pieces: Buffer[] = [];
  private text = '';

  /** Adds what follows; waits for the turn of others when a piece is full. */
  add(text: string): Promise<void> | undefined {
    this.text += text;
    if (this.text.length < BYTES_AT_ONCE) return undefined;
    this.close();
    return setImmediate();
  }

  /** Returns all pieces. */
  end(): readonly Buffer[] {
    this.close();
    return this.pieces;
  }

  private close(): void {
    this.pieces.push(Buffer.from(this.text));
    this.text = '';
  }
}
