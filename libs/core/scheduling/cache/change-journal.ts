/** Changes that are kept at most; a reader that is further behind looks at every node. */
const MAX_CAPACITY = 8192;
/** Most clusters are small. */
const FIRST_CAPACITY = 64;

/** Which nodes changed one after the other, for readers that keep something about every node and come back for more. */
export class ChangeJournal {
  /** A ring; its size is a power of two. */
  private rows = new Int32Array(FIRST_CAPACITY);
  /** How many changes there have been. */
  count = 0;

  /** Something about the node of this row is no longer what it was. */
  add(row: number): void {
    if (this.count === this.rows.length && this.count < MAX_CAPACITY) this.grow();
    this.rows[this.count++ & (this.rows.length - 1)] = row;
  }

  /** Returns whether every change from number `from` on is still known. */
  reaches(from: number): boolean {
    return this.count - from <= this.rows.length;
  }

  /** Row of the node that change number `change` was about. */
  rowOf(change: number): number {
    return this.rows[change & (this.rows.length - 1)]!;
  }

  /** Full for the first time, so that every change stands at its number. */
  private grow(): void {
    const wide = new Int32Array(this.rows.length * 2);
    wide.set(this.rows);
    this.rows = wide;
  }
}
