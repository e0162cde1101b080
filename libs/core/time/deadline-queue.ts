import type { Timer, TimerPhase } from './clock';
import { LATEST_TIME_MS } from './duration';

/** What waits in a {@link DeadlineQueue}. */
export interface DeadlineEntry {
  readonly atMs: number;
  readonly phase: TimerPhase;
  readonly fire: () => void | Promise<void>;
}

interface Slot extends DeadlineEntry {
  readonly sequence: number;
  cancelled: boolean;
}

const NEVER: Timer = { cancel: () => undefined };

/** Timers ordered by instant, phase and arrival: a binary heap in which a cancelled entry stays until it surfaces. */
export class DeadlineQueue {
  private readonly heap: Slot[] = [];
  private sequence = 0;
  private cancelledCount = 0;

  /** What would be due when time can no longer be written never is: a clock that went there could not be read. */
  add(entry: DeadlineEntry): Timer {
    if (entry.atMs > LATEST_TIME_MS) return NEVER;
    const slot: Slot = { sequence: this.sequence++, cancelled: false, ...entry };
    this.heap.push(slot);
    this.siftUp(this.heap.length - 1);
    return { cancel: () => this.cancel(slot) };
  }

  /** Pending timers, cancelled ones not counted. */
  get size(): number {
    return this.heap.length - this.cancelledCount;
  }

  peek(): DeadlineEntry | undefined {
    this.dropCancelled();
    return this.heap[0];
  }

  /** Takes the first entry if it is due at `atMs` and not of a later phase; with 0, what is due at `atMs` itself stays. */
  takeDue(atMs: number, phase: TimerPhase | 0): DeadlineEntry | undefined {
    const first = this.peek();
    if (!first || first.atMs > atMs || (first.atMs === atMs && first.phase > phase)) return undefined;
    const slot = this.removeFirst();
    slot.cancelled = true;
    return slot;
  }

  private cancel(slot: Slot): void {
    if (slot.cancelled) return;
    slot.cancelled = true;
    this.cancelledCount++;
  }

  private dropCancelled(): void {
    while (this.heap[0]?.cancelled) {
      this.removeFirst();
      this.cancelledCount--;
    }
  }

  private removeFirst(): Slot {
    const first = this.heap[0]!;
    const last = this.heap.pop()!;
    if (this.heap.length > 0) {
      this.heap[0] = last;
      this.siftDown(0);
    }
    return first;
  }

  private siftUp(start: number): void {
    let child = start;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!isBefore(this.heap[child]!, this.heap[parent]!)) return;
      this.swap(child, parent);
      child = parent;
    }
  }

  private siftDown(start: number): void {
    let parent = start;
    for (;;) {
      const left = 2 * parent + 1;
      const right = left + 1;
      let first = parent;
      if (left < this.heap.length && isBefore(this.heap[left]!, this.heap[first]!)) first = left;
      if (right < this.heap.length && isBefore(this.heap[right]!, this.heap[first]!)) first = right;
      if (first === parent) return;
      this.swap(parent, first);
      parent = first;
    }
  }

  private swap(a: number, b: number): void {
    const held = this.heap[a]!;
    this.heap[a] = this.heap[b]!;
    this.heap[b] = held;
  }
}

function isBefore(a: Slot, b: Slot): boolean {
  return (a.atMs - b.atMs || a.phase - b.phase || a.sequence - b.sequence) < 0;
}
