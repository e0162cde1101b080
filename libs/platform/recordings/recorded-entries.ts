import { KeptLines, OutsideAnswers, type RecordedEntry } from '@orrery/control-plane';

/** Recorded request to a cluster. */
export type RecordedInput = RecordedEntry & { readonly kind: 'input' };

/** The entries of a recording while it is repeated: not in memory. To be closed. */
export class RecordedEntries {
  readonly inputs = new KeptLines<RecordedInput>();
  readonly answers = new OutsideAnswers();

  async add(entry: RecordedEntry): Promise<void> {
    if (entry.kind === 'answer') await this.answers.add(entry);
    else await this.inputs.add(entry);
  }

  /** Ends the adding; called after the last one. */
  async complete(): Promise<void> {
    await this.answers.complete();
  }

  async close(): Promise<void> {
    await Promise.all([this.inputs.close(), this.answers.close()]);
  }
}
