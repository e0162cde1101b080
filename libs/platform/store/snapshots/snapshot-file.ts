import {
  SnapshotError,
  SnapshotLines,
  snapshotLine,
  type ReadableFormats,
  type SnapshotRecord,
} from '@orrery/snapshots';
import { compressed, LineFileError, lineText, readLineFile } from '../files/line-file';

/**
 * Writes the file of a snapshot, compressed, whose records are given but for the last one: `take` gets it piece by piece.
 */
export async function writeSnapshotFile(
  records: AsyncIterable<SnapshotRecord>,
  take: (piece: Buffer) => Promise<void>,
): Promise<void> {
  const text = lineText(linesOf(records), (sum) => snapshotLine({ type: 'end', ...sum }));
  for await (const piece of compressed(text)) await take(piece as Buffer);
}

async function* linesOf(records: AsyncIterable<SnapshotRecord>): AsyncIterable<string> {
  for await (const record of records) yield snapshotLine(record);
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
  try {
    await readLineFile(pieces, async (line, place) => {
      const record = lines.read(line);
      if (record.type === 'end' && record.sha256 !== place.digest()) {
        throw new SnapshotError('the file is damaged: what it holds does not match its checksum');
      }
      await take(record);
    });
  } catch (error) {
    throw error instanceof LineFileError
      ? new SnapshotError(`the file is damaged, or no snapshot: ${error.message}`)
      : error;
  }
  lines.finish();
}
