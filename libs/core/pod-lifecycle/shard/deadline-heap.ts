import { Heap } from '@orrery/time';

interface Deadline {
  readonly key: string;
  readonly atMs: number;
}

/** Deadlines as plain data: key and instant. */
export type DeadlineState = readonly (readonly [string, number])[];

/** Deadlines by key, earliest first; a key has one deadline, and setting it again replaces it. */
export class DeadlineHeap {
  private readonly deadlines = new Map<string, number>();
  private readonly heap = new Heap<Deadline>((a, b) => a.atMs - b.atMs);

  /** Sets a key's deadline; undefined takes it away. */
  set(key: string, atMs: number | undefined): void {
    if (atMs === undefined) {
      this.deadlines.delete(key);
    } else if (this.deadlines.get(key) !== atMs) {
      this.deadlines.set(key, atMs);
      this.heap.push({ key, atMs });
      if (this.heap.size > 2 * this.deadlines.size + 64) this.compact();
    }
  }

  has(key: string): boolean {
    return this.deadlines.has(key);
  }

  nextMs(): number | undefined {
    for (let first = this.heap.peek(); first; first = this.heap.peek()) {
      if (this.deadlines.get(first.key) === first.atMs) return first.atMs;
      this.heap.pop();
    }
    return undefined;
  }

  /** Takes away and returns all keys due by `nowMs`. */
  takeDue(nowMs: number): string[] {
    const due: string[] = [];
    for (let at = this.nextMs(); at !== undefined && at <= nowMs; at = this.nextMs()) {
      const { key } = this.heap.pop()!;
      this.deadlines.delete(key);
      due.push(key);
    }
    return due;
  }

  /** Every deadline that will come, in no particular order. */
  toState(): DeadlineState {
    return [...this.deadlines].filter(([, atMs]) => Number.isFinite(atMs));
  }

  /** Takes the deadlines of {@link toState}. */
  restore(state: DeadlineState): void {
    for (const [key, atMs] of state) this.set(key, atMs);
  }

  private compact(): void {
    this.heap.clear();
    for (const [key, atMs] of this.deadlines) this.heap.push({ key, atMs });
  }
}
