import type { Timer, TimerPhase } from './clock';
import { LATEST_TIME_MS } from './duration';
import { Heap } from './heap';

/** Entry of a {@link DeadlineQueue}. */
export interface DeadlineEntry {
  readonly atMs: number;
  readonly phase: TimerPhase;
  /** Name of the waiter. */
  readonly name: string;
  readonly fire: () => void | Promise<void>;
}

/** An entry as it waits. */
export interface WaitingEntry extends DeadlineEntry {
  /** Number of the entry among all that were ever added, from 0. */
  readonly sequence: number;
}

/** Entry taken from the queue. */
export interface TakenEntry extends DeadlineEntry {
  /** True if it was cancelled after it was taken. */
  readonly isCancelled: boolean;
}

interface Slot extends WaitingEntry {
  isTaken: boolean;
  isCancelled: boolean;
}

const NEVER: Timer = { cancel: () => undefined };

/** Timers ordered by instant, phase and arrival. A cancelled entry stays in the heap until it is first. */
export class DeadlineQueue {
  private readonly heap = new Heap<Slot>(compareSlots);
  private sequence = 0;
  private cancelledCount = 0;

  /** Adds an entry. One after the last time that can be written is never due: a clock that advanced there could not be read. */
  add(entry: DeadlineEntry): Timer {
    if (entry.atMs > LATEST_TIME_MS) return NEVER;
    const slot: Slot = { sequence: this.sequence++, isTaken: false, isCancelled: false, ...entry };
    this.heap.push(slot);
    return { cancel: () => this.cancel(slot) };
  }

  /** Pending timers, cancelled ones not counted. */
  get size(): number {
    return this.heap.size - this.cancelledCount;
  }

  /** Pending timers, in the order in which they are due. */
  entries(): DeadlineEntry[] {
    return [...this.heap.values()].filter(({ isCancelled }) => !isCancelled).sort(compareSlots);
  }

  peek(): DeadlineEntry | undefined {
    this.dropCancelled();
    return this.heap.peek();
  }

  /** Number of entries ever added: the sequence of the next one. */
  get added(): number {
    return this.sequence;
  }

  /** The first entry if it is due at `atMs` and not of a later phase; with 0, what is due at `atMs` itself is not. */
  peekDue(atMs: number, phase: TimerPhase | 0): WaitingEntry | undefined {
    return this.firstDue(atMs, phase);
  }

  /** Takes what {@link peekDue} shows. */
  takeDue(atMs: number, phase: TimerPhase | 0): TakenEntry | undefined {
    const first = this.firstDue(atMs, phase);
    if (!first) return undefined;
    this.heap.pop();
    first.isTaken = true;
    return first;
  }

  private firstDue(atMs: number, phase: TimerPhase | 0): Slot | undefined {
    this.dropCancelled();
    const first = this.heap.peek();
    return !first || first.atMs > atMs || (first.atMs === atMs && first.phase > phase) ? undefined : first;
  }

  private cancel(slot: Slot): void {
    if (slot.isCancelled) return;
    slot.isCancelled = true;
    if (!slot.isTaken) this.cancelledCount++;
  }

  private dropCancelled(): void {
    while (this.heap.peek()?.isCancelled) {
      this.heap.pop();
      this.cancelledCount--;
    }
  }
}

function compareSlots(a: Slot, b: Slot): number {
  return a.atMs - b.atMs || a.phase - b.phase || a.sequence - b.sequence;
}
