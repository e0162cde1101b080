import type { Clock, Timer } from './clock';
import { TimerPhase } from './clock';
import { DeadlineQueue } from './deadline-queue';

/**
 * A clock that moves only on request: the discrete-event loop of a single component.
 * Core tests use it directly; the platform's cluster clock adds settling across components.
 */
export class ManualClock implements Clock {
  private readonly timers = new DeadlineQueue();

  constructor(private timeMs = 0) {}

  now(): number {
    return this.timeMs;
  }

  setTimer(atMs: number, phase: TimerPhase, name: string, fire: () => void | Promise<void>): Timer {
    return this.timers.add({ atMs: Math.max(atMs, this.timeMs), phase, name, fire });
  }

  /** The instant of the earliest pending timer, or undefined when nothing is pending. */
  nextDeadline(): number | undefined {
    return this.timers.peek()?.atMs;
  }

  /** Fires, in order, every timer due until `durationMs` from now, including those set on the way, then stops there. */
  async advance(durationMs: number): Promise<void> {
    const until = this.timeMs + durationMs;
    for (;;) {
      const due = this.timers.takeDue(until, TimerPhase.PodGarbageCollection);
      if (!due) break;
      this.timeMs = due.atMs;
      await due.fire();
    }
    this.timeMs = until;
  }
}
