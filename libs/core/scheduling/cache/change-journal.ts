/** Changes that are kept; a reader that is further behind looks at every node. A power of two. */
const CAPACITY = 8192;

/** Which nodes changed one after the other, for readers that keep something about every node and come back for more. */
export class ChangeJournal {
  private readonly rows = new Int32Array(CAPACITY);
  /** How many changes there have been. */
  count = 0;

  /** Something about the node of this row is no longer what it was. */
  add(row: number): void {
    this.rows[this.count++ & (CAPACITY - 1)] = row;
  }

  /** Whether every change from number `from` on is still known. */
  reaches(from: number): boolean {
    return this.count - from <= CAPACITY;
  }

  /** Row of the node that change number `change` was about. */
  rowOf(change: number): number {
    return this.rows[change & (CAPACITY - 1)]!;
  }
}
