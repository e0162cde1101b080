/** Maximum number of changes kept; a reader that is further behind visits every node. */
const MAX_CAPACITY = 8192;
/** Initial capacity: most clusters are small. */
const FIRST_CAPACITY = 64;

/** Journal of the nodes that changed, in order, for readers that keep data about every node and return for updates. */
export class ChangeJournal {
  /** A ring; its size is a power of two. */
  private rows = new Int32Array(FIRST_CAPACITY);
  /** Number of changes so far. */
  count = 0;

  /** Records a change of the node of this row. */
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

  /** Doubles the rows when they are full for the first time, so that every change has the index of its number. */
  private grow(): void {
    const wide = new Int32Array(this.rows.length * 2);
    wide.set(this.rows);
    this.rows = wide;
  }
}
