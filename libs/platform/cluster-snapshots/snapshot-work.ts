/** Kinds of work on a snapshot. */
export const SnapshotTask = { Save: 'save', Add: 'add', Restore: 'restore' } as const;
export type SnapshotTask = (typeof SnapshotTask)[keyof typeof SnapshotTask];

/** Progress of a snapshot that this process is saving, adding or restoring. */
export interface SnapshotProgress {
  readonly task: SnapshotTask;
  readonly snapshot: string;
  /** The cluster that it is saved from, or restored to; undefined while a file is added. */
  readonly cluster: string | undefined;
  /** Lines of the file that were written or read. */
  readonly lines: number;
  /** About how many there will be; undefined for a file whose end is not known. */
  readonly total: number | undefined;
}

/** Snapshot work in progress in a process. */
export class SnapshotWork {
  private readonly running = new Set<{ -readonly [Key in keyof SnapshotProgress]: SnapshotProgress[Key] }>();

  /** Returns the work in the order in which it began. */
  current(): readonly SnapshotProgress[] {
    return [...this.running].map((each) => ({ ...each }));
  }

  /** Does a part of the work, which calls `line` for each line. */
  async track<T>(begun: Omit<SnapshotProgress, 'lines'>, work: (line: () => void) => Promise<T>): Promise<T> {
    const progress = { ...begun, lines: 0 };
    this.running.add(progress);
    try {
      return await work(() => void progress.lines++);
    } finally {
      this.running.delete(progress);
    }
  }
}
