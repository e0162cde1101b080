/** Deadlines by key, earliest first; a key has one deadline, and setting it again replaces it. */
export class DeadlineHeap {
  private readonly deadlines = new Map<string, number>();
  private heap: { readonly key: string; readonly atMs: number }[] = [];

  /** Sets a key's deadline; undefined takes it away. */
  set(key: string, atMs: number | undefined): void {
    if (atMs === undefined) {
      this.deadlines.delete(key);
    } else if (this.deadlines.get(key) !== atMs) {
      this.deadlines.set(key, atMs);
      this.push({ key, atMs });
      if (this.heap.length > 2 * this.deadlines.size + 64) this.compact();
    }
  }

  has(key: string): boolean {
    return this.deadlines.has(key);
  }

  nextMs(): number | undefined {
    for (let first = this.heap[0]; first; first = this.heap[0]) {
      if (this.deadlines.get(first.key) === first.atMs) return first.atMs;
      this.pop();
    }
    return undefined;
  }

  /** Takes away and returns all keys due by `nowMs`. */
  takeDue(nowMs: number): string[] {
    const due: string[] = [];
    for (let at = this.nextMs(); at !== undefined && at <= nowMs; at = this.nextMs()) {
      const { key } = this.heap[0]!;
      this.pop();
      this.deadlines.delete(key);
      due.push(key);
    }
    return due;
  }

  private compact(): void {
    this.heap = [];
    for (const [key, atMs] of this.deadlines) this.push({ key, atMs });
  }

  private push(entry: { key: string; atMs: number }): void {
    let index = this.heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.heap[parent]!.atMs <= entry.atMs) break;
      this.heap[index] = this.heap[parent]!;
      index = parent;
    }
    this.heap[index] = entry;
  }

  private pop(): void {
    const last = this.heap.pop()!;
    const { length } = this.heap;
    if (length === 0) return;
    let index = 0;
    for (let child = 1; child < length; child = 2 * index + 1) {
      if (child + 1 < length && this.heap[child + 1]!.atMs < this.heap[child]!.atMs) child++;
      if (this.heap[child]!.atMs >= last.atMs) break;
      this.heap[index] = this.heap[child]!;
      index = child;
    }
    this.heap[index] = last;
  }
}
