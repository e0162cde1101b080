import { Heap } from '@orrery/time';

/** Times of a pod's eviction: its first decision and its due time. */
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
  private readonly heap = new Heap<HeapEntry>(compareEntries);

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
    this.heap.push(entry);
    if (this.heap.size > 2 * this.byPod.size + 64) this.compact();
  }

  /** Returns whether there was a timer to cancel. */
  cancel(podKey: string): boolean {
    return this.byPod.delete(podKey);
  }

  nextFireAtMs(): number | undefined {
    this.dropStale();
    return this.heap.peek()?.fireAtMs;
  }

  /** Removes and returns the earliest timer due by `nowMs`. */
  popDue(nowMs: number): string | undefined {
    this.dropStale();
    const first = this.heap.peek();
    if (!first || first.fireAtMs > nowMs) return undefined;
    this.heap.pop();
    this.byPod.delete(first.podKey);
    return first.podKey;
  }

  /** Live timers in the order in which they were set. */
  entries(): (readonly [string, EvictionTimer])[] {
    return [...this.byPod].map(([podKey, { createdAtMs, fireAtMs }]) => [podKey, { createdAtMs, fireAtMs }]);
  }

  private dropStale(): void {
    for (let first = this.heap.peek(); first && this.byPod.get(first.podKey) !== first; first = this.heap.peek()) {
      this.heap.pop();
    }
  }

  private compact(): void {
    this.heap.clear();
    for (const entry of this.byPod.values()) this.heap.push(entry);
  }
}

function compareEntries(a: HeapEntry, b: HeapEntry): number {
  return a.fireAtMs - b.fireAtMs || (a.podKey < b.podKey ? -1 : a.podKey > b.podKey ? 1 : 0);
}
