import { appendRecorded, type Database } from '@orrery/store';
import { Turns } from '../runtime/turns';
import type { RecordedEntry } from './cluster-input';

/** Appends to the recording of one cluster. */
export class Recorder {
  private entries = 0;
  private readonly turns = new Turns();

  constructor(
    private readonly database: Database,
    private readonly cluster: string,
  ) {}

  /** Entries that are committed. */
  get count(): number {
    return this.entries;
  }

  /** Resolves when the entry is committed. What becomes of one that fails is not known: the next one takes its place. */
  append(entry: RecordedEntry): Promise<void> {
    return this.turns.take(async () => {
      const number = this.entries + 1;
      await appendRecorded(this.database, this.cluster, { number, entry });
      this.entries = number;
    });
  }
}
