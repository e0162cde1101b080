import { Heap } from '@orrery/time';

/** Deadlines as plain data: key and instant. */
export type DeadlineState = readonly (readonly [string, number])[];

/**
 * Deadlines by key, earliest first; a key has one deadline, and setting it again replaces it. Many keys are due at one instant, as the
 * heartbeats of a cluster are: the heap has each instant once.
 */
export class DeadlineHeap {
  private readonly deadlines = new Map<string, number>();
  private readonly instants = new Heap<number>((a, b) => a - b);
  /** The keys that were set to an instant, in this order; some may have got another deadline since. */
  private readonly keysAt = new Map<number, string[]>();
  private setCount = 0;

  /** Sets a key's deadline; undefined takes it away. */
  set(key: string, atMs: number | undefined): void {
    if (atMs === undefined) {
      this.deadlines.delete(key);
    } else if (this.deadlines.get(key) !== atMs) {
      this.deadlines.set(key, atMs);
      this.push(key, atMs);
      if (this.setCount > 2 * this.deadlines.size + 64) this.compact();
    }
  }

  has(key: string): boolean {
    return this.deadlines.has(key);
  }

  nextMs(): number | undefined {
    for (let first = this.instants.peek(); first !== undefined; first = this.instants.peek()) {
      const keys = this.keysAt.get(first)!;
      // The last ones first: an array gives these away at no cost.
      while (keys.length > 0 && this.deadlines.get(keys[keys.length - 1]!) !== first) {
        keys.pop();
        this.setCount--;
      }
      if (keys.length > 0) return first;
      this.dropFirst();
    }
    return undefined;
  }

  /** Takes away and returns all keys due by `nowMs`, by instant, and in the order in which they were set to it. */
  takeDue(nowMs: number): string[] {
    const due: string[] = [];
    for (let at = this.nextMs(); at !== undefined && at <= nowMs; at = this.nextMs()) {
      for (const key of this.dropFirst())
        if (this.deadlines.get(key) === at && this.deadlines.delete(key)) due.push(key);
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

  private push(key: string, atMs: number): void {
    const keys = this.keysAt.get(atMs);
    if (keys) keys.push(key);
    else this.startInstant(key, atMs);
    this.setCount++;
  }

  private startInstant(key: string, atMs: number): void {
    this.keysAt.set(atMs, [key]);
    this.instants.push(atMs);
  }

  /** Takes away the earliest instant; answers with its keys. */
  private dropFirst(): readonly string[] {
    const atMs = this.instants.pop()!;
    const keys = this.keysAt.get(atMs)!;
    this.keysAt.delete(atMs);
    this.setCount -= keys.length;
    return keys;
  }

  private compact(): void {
    this.instants.clear();
    this.keysAt.clear();
    this.setCount = 0;
    for (const [key, atMs] of this.deadlines) this.push(key, atMs);
  }
}
