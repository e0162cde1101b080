import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonText, parseJson } from '@orrery/api-types';
import { linesOf, type LoggedChange } from '@orrery/store';

/** Characters that are written at once. */
const PIECE_LENGTH = 65_536;

/**
 * The log of a recording while it is repeated, in a file without a name: memory does not grow with it, and whatever ends the process leaves nothing
 * behind. To be closed.
 */
export class KeptChanges {
  private file: FileHandle | undefined;
  private piece = '';
  private number = 0;
  private first: number | undefined;

  /** How many there are. */
  get count(): number {
    return this.number;
  }

  /** The revision of the first one. */
  get firstRevision(): number | undefined {
    return this.first;
  }

  async add(change: LoggedChange): Promise<void> {
    this.first ??= change.revision;
    this.number++;
    this.piece += `${jsonText(change)}\n`;
    if (this.piece.length >= PIECE_LENGTH) await this.flush();
  }

  /** All of them, in their order. */
  async *read(): AsyncGenerator<LoggedChange> {
    await this.flush();
    if (!this.file) return;
    const text = this.file.createReadStream({ start: 0, autoClose: false });
    for await (const line of linesOf(text as AsyncIterable<Buffer>)) {
      yield parseJson(line.toString('utf8')) as LoggedChange;
    }
  }

  async close(): Promise<void> {
    const { file } = this;
    this.file = undefined;
    this.piece = '';
    await file?.close();
  }

  private async flush(): Promise<void> {
    const { piece } = this;
    if (piece === '') return;
    this.piece = '';
    this.file ??= await openNameless();
    await this.file.appendFile(piece);
  }
}

/** A file that is gone with its handle. */
async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-replay-'));
  try {
    return await open(join(folder, 'changes'), 'a+');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
