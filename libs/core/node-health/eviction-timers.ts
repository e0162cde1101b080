/** When a pod's eviction was first decided and when it is due. */
export interface EvictionTimer {
  readonly createdAtMs: number;
  readonly fireAtMs: number;
}

interface HeapEntry extends EvictionTimer {
  readonly podKey: string;
}

/**
 * Pending evictions by pod, popped in the order of (instant, pod key). A cancelled timer leaves the map at once and
 * the heap when it comes up, or when stale entries outnumber the live ones.
 */
export class EvictionTimers {
  private readonly byPod = new Map<string, HeapEntry>();
  private heap: HeapEntry[] = [];

  get(podKey: string): EvictionTimer | undefined {
    return this.byPod.get(podKey);
  }

  get size(): number {
    return this.byPod.size;
  }

  /** Sets or replaces the timer of a pod. */
  set(podKey: string, timer: EvictionTimer): void {
    const entry: HeapEntry = { podKey, createdAtMs: timer.createdAtMs, fireAtMs: timer.fireAtMs };
    this.byPod.set(podKey, entry);
    this.push(entry);
    if (this.heap.length > 2 * this.byPod.size + 64) this.compact();
  }

  /** Whether there was a timer to cancel. */
  cancel(podKey: string): boolean {
    return this.byPod.delete(podKey);
  }

  nextFireAtMs(): number | undefined {
    this.dropStale();
    return this.heap[0]?.fireAtMs;
  }

  /** Removes and returns the earliest timer due by `nowMs`. */
  popDue(nowMs: number): string | undefined {
    this.dropStale();
    const first = this.heap[0];
    if (!first || first.fireAtMs > nowMs) return undefined;
    this.pop();
    this.byPod.delete(first.podKey);
    return first.podKey;
  }

  /** Live timers in the order in which they were set. */
  entries(): (readonly [string, EvictionTimer])[] {
    return [...this.byPod].map(([podKey, { createdAtMs, fireAtMs }]) => [podKey, { createdAtMs, fireAtMs }]);
  }

  private dropStale(): void {
    for (let first = this.heap[0]; first && this.byPod.get(first.podKey) !== first; first = this.heap[0]) this.pop();
  }

  private compact(): void {
    this.heap = [];
    for (const entry of this.byPod.values()) this.push(entry);
  }

  private push(entry: HeapEntry): void {
    let index = this.heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, this.heap[parent]!)) break;
      this.heap[index] = this.heap[parent]!;
      index = parent;
    }
    this.heap[index] = entry;
  }

  private pop(): void {
    const last = this.heap.pop()!;
    const length = this.heap.length;
    if (length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= length) break;
      if (child + 1 < length && isBefore(this.heap[child + 1]!, this.heap[child]!)) child++;
      if (!isBefore(this.heap[child]!, last)) break;
      this.heap[index] = this.heap[child]!;
      index = child;
    }
    this.heap[index] = last;
  }
}

function isBefore(a: HeapEntry, b: HeapEntry): boolean {
  return a.fireAtMs < b.fireAtMs || (a.fireAtMs === b.fireAtMs && a.podKey < b.podKey);
}
