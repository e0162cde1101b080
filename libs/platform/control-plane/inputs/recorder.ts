import { appendRecorded, type Database } from '@orrery/store';
import { Turns } from '../runtime/time/turns';
import type { RecordedEntry } from './cluster-input';

export interface RecorderOptions {
  readonly database: Database;
  readonly cluster: string;
  /** True if no other process records the cluster. */
  readonly isAlone: boolean;
  /** Called when it is not known whether an entry was written that others may have gone past. */
  readonly onDoubt: () => void;
}

/** Appends to the recording of one cluster, for one process. */
export class Recorder {
  private entries = 0;
  private readonly turns = new Turns();

  constructor(private readonly options: RecorderOptions) {}

  /** Resolves when the entry is committed. The state of a failed one is unknown: if this process is alone, the next one takes its place. */
  append(entry: RecordedEntry): Promise<void> {
    const { database, cluster, isAlone, onDoubt } = this.options;
    return this.turns.take(async () => {
      const number = this.entries + 1;
      try {
        await appendRecorded(database, cluster, { entry, ...(isAlone ? { number } : {}) });
      } catch (error) {
        if (!isAlone) onDoubt();
        throw error;
      }
      this.entries = number;
    });
  }
}
