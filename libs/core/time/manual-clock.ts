import type { Clock, Timer, TimerPhase } from './clock';

interface Entry {
  readonly atMs: number;
  readonly phase: TimerPhase;
  readonly sequence: number;
  readonly fire: () => void | Promise<void>;
}

/**
 * A clock that moves only when told to: the discrete-event loop of a single component.
 * Core tests use it directly; the platform's cluster clock adds settling across components.
 */
export class ManualClock implements Clock {
  private entries: Entry[] = [];
  private sequence = 0;

  constructor(private timeMs = 0) {}

  now(): number {
    return this.timeMs;
  }

  setTimer(atMs: number, phase: TimerPhase, fire: () => void | Promise<void>): Timer {
    const entry: Entry = { atMs: Math.max(atMs, this.timeMs), phase, sequence: this.sequence++, fire };
    this.entries.push(entry);
    return { cancel: () => void (this.entries = this.entries.filter((other) => other !== entry)) };
  }

  /** The instant of the earliest pending timer, or undefined when nothing is pending. */
  nextDeadline(): number | undefined {
    return this.earliest()?.atMs;
  }

  /** Fires, in order, every timer due until `durationMs` from now, including those set on the way, then stands there. */
  async advance(durationMs: number): Promise<void> {
    const until = this.timeMs + durationMs;
    for (let entry = this.earliest(); entry && entry.atMs <= until; entry = this.earliest()) {
      const due = entry;
      this.entries = this.entries.filter((other) => other !== due);
      this.timeMs = due.atMs;
      await due.fire();
    }
    this.timeMs = until;
  }

  private earliest(): Entry | undefined {
    let first: Entry | undefined;
    for (const entry of this.entries) {
      if (!first || compare(entry, first) < 0) first = entry;
    }
    return first;
  }
}

function compare(a: Entry, b: Entry): number {
  return a.atMs - b.atMs || a.phase - b.phase || a.sequence - b.sequence;
}
