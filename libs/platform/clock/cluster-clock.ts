import { DeadlineQueue, TimerPhase, type Clock, type TakenEntry, type Timer } from '@orrery/time';
import type { Activity } from './activity';

/** Modes of the relation between cluster time and real time. */
export const ClockMode = { Real: 'real', Scaled: 'scaled', Manual: 'manual', Auto: 'auto' } as const;
export type ClockMode = (typeof ClockMode)[keyof typeof ClockMode];

/** Returns true if cluster time is stopped between steps: those of clients, or those that the server takes automatically. */
export function standsStill({ mode }: { readonly mode: string }): boolean {
  return mode === ClockMode.Manual || mode === ClockMode.Auto;
}

/** A clock as it is stored and sent to other processes. Times are ms since the Unix epoch. */
export interface ClockSetting {
  readonly mode: ClockMode;
  /** Cluster seconds per real second; 1 in real mode, without meaning in manual mode, the highest rate in auto mode. */
  readonly rate: number;
  /** Cluster time at the real time `anchorRealMs`; in manual mode: cluster time, full stop. */
  readonly anchorMs: number;
  readonly anchorRealMs: number;
}

/** Limit of the timers at one instant of a stopped clock. */
export interface TimerLimit {
  /** Counts timers that were set since the last ones began to fire; false if they must wait. */
  readonly begin: () => boolean;
  /** A timer fires. */
  readonly fires: (name: string) => void;
}

const NO_LIMIT: TimerLimit = { begin: () => true, fires: () => undefined };
const LAST_PHASE = TimerPhase.PodGarbageCollection;
/** Phase before all others: an instant that was announced, but not yet reached. */
const NO_PHASE = 0;
/** The longest delay that a timer of the runtime takes. */
const MAX_DELAY_MS = 2_000_000_000;

/**
 * The clock of one cluster in one process. In real and scaled mode its timers follow the machine's clock; in manual
 * mode they wait until {@link step} moves time, which the conductor does for all processes alike.
 */
export class ClusterClock implements Clock {
  private readonly timers = new DeadlineQueue();
  private alarm: NodeJS.Timeout | undefined;
  private lastMs: number;
  private immediate = false;
  /** Manual mode: the phase of the present instant that the conductor has come to; later ones wait for their step. */
  private reachedPhase: TimerPhase | typeof NO_PHASE = LAST_PHASE;
  private readonly listeners = new Set<() => void>();
  private limit = NO_LIMIT;
  /** Timers that were set before this one belong to what has begun to fire. */
  private begunBefore = 0;
  /** Timers wait that the limit did not let fire. */
  private isHeld = false;
  private stepped: { readonly atMs: number; readonly phase: TimerPhase } | undefined;
  /** Callers that wait for a step of another process to arrive here. */
  private waiters: { readonly atMs: number; readonly phase: TimerPhase; readonly wake: () => void }[] = [];

  constructor(
    private current: ClockSetting,
    private readonly activity: Activity,
    private readonly realNow: () => number = Date.now,
  ) {
    this.lastMs = current.anchorMs;
  }

  get setting(): ClockSetting {
    return this.current;
  }

  /** Last phase of its instant whose timers have all fired; the last phase of all unless the clock is stopped within an instant. */
  get phase(): TimerPhase {
    return this.isManual && this.reachedPhase !== NO_PHASE ? this.reachedPhase : LAST_PHASE;
  }

  /** Returns cluster time. It never decreases, even if the machine's clock does. */
  now(): number {
    if (!this.isManual) {
      const elapsedMs = (this.realNow() - this.current.anchorRealMs) * this.current.rate;
      this.lastMs = Math.max(this.lastMs, Math.floor(this.current.anchorMs + elapsedMs));
    }
    return this.lastMs;
  }

  setTimer(atMs: number, phase: TimerPhase, name: string, fire: () => void | Promise<void>): Timer {
    const timer = this.timers.add({ atMs: Math.max(atMs, this.now()), phase, name, fire });
    this.arm();
    return timer;
  }

  /** Sets a limit for timers while the clock is stopped. */
  limitTimers(limit: TimerLimit): void {
    this.limit = limit;
  }

  /** Lets timers fire that the limit had held. */
  releaseTimers(): void {
    this.isHeld = false;
    this.arm();
  }

  /** Last step since the clock was stopped; the beginning of time without one. */
  get lastStep(): { readonly atMs: number; readonly phase: TimerPhase } {
    return this.stepped ?? { atMs: 0, phase: TimerPhase.Fault };
  }

  /**
   * Resolves when this process has begun with a step that another one has taken; at once if the clock is not manual.
   * Before the first step since the cluster was loaded, or since the clock was stopped, its position is the stored one.
   */
  async comesTo(atMs: number, phase: TimerPhase): Promise<void> {
    if (!this.isManual || this.hasTaken(atMs, phase)) return;
    await new Promise<void>((wake) => this.waiters.push({ atMs, phase, wake }));
  }

  private hasTaken(atMs: number, phase: TimerPhase): boolean {
    const last = this.stepped ?? { atMs: this.lastMs, phase: this.reachedPhase };
    return last.atMs > atMs || (last.atMs === atMs && last.phase >= phase);
  }

  private wakeWaiters(): void {
    const { waiters } = this;
    if (waiters.length === 0) return;
    const waits = (waiter: { atMs: number; phase: TimerPhase }): boolean =>
      this.isManual && !this.hasTaken(waiter.atMs, waiter.phase);
    this.waiters = waiters.filter(waits);
    for (const waiter of waiters) if (!waits(waiter)) waiter.wake();
  }

  /** Changes mode or rate, or the time of a manual clock. Time itself never decreases. */
  configure(setting: ClockSetting): void {
    const now = this.now();
    // A clock that becomes manual stands at the end of its instant.
    if (setting.mode !== this.current.mode) {
      this.reachedPhase = LAST_PHASE;
      this.stepped = undefined;
    }
    this.current = setting;
    this.lastMs = Math.max(now, setting.anchorMs);
    this.arm();
    this.wakeWaiters();
    for (const listener of [...this.listeners]) listener();
  }

  /** Calls `listener` when mode, rate or anchor have been changed; timers are adjusted automatically. */
  onConfigured(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Returns the earliest pending timer: the target of the next step of a manual clock. */
  next(): { readonly atMs: number; readonly phase: TimerPhase } | undefined {
    const entry = this.timers.peek();
    return entry && { atMs: entry.atMs, phase: entry.phase };
  }

  /**
   * Returns all pending timers of this process, in the order in which they are due: a clock that is restored from a
   * capture needs them as well.
   */
  pending(): readonly { readonly atMs: number; readonly phase: TimerPhase }[] {
    return this.timers.entries().map(({ atMs, phase }) => ({ atMs, phase }));
  }

  /** Returns whether work of a phase may be done at this instant; a manual clock passes through the phases one by one. */
  hasReached(phase: TimerPhase): boolean {
    return !this.isManual || phase <= this.reachedPhase;
  }

  /** Manual mode: makes it `atMs` and fires what is due there up to `phase`. Resolves when the callbacks returned. */
  async step(atMs: number, phase: TimerPhase): Promise<void> {
    this.moveTo(atMs);
    this.reachedPhase = phase;
    this.stepped = { atMs, phase };
    this.wakeWaiters();
    for (;;) {
      const due = this.takeSamePhase(atMs, phase);
      if (due.length === 0) return;
      await Promise.all(due.map((entry) => this.fire(entry)));
    }
  }

  /**
   * Takes the entries that are due first. All of one phase see the same state of the cluster, whichever of them was set
   * before the others.
   */
  private takeSamePhase(atMs: number, lastPhase: TimerPhase): TakenEntry[] {
    const taken: TakenEntry[] = [];
    for (let phase = lastPhase; ;) {
      const entry = this.takeDue(atMs, phase);
      if (!entry) return taken;
      taken.push(entry);
      ({ phase } = entry);
    }
  }

  /** Takes the entry that is due first, unless timers of this instant set it and exceeded the limit. */
  private takeDue(atMs: number, phase: TimerPhase | typeof NO_PHASE): TakenEntry | undefined {
    const first = this.timers.peekDue(atMs, phase);
    if (!first || !this.mayFire(first.sequence)) return undefined;
    if (this.isManual) this.limit.fires(first.name);
    return this.timers.takeDue(atMs, phase);
  }

  private mayFire(sequence: number): boolean {
    if (!this.isManual) return true;
    if (this.isHeld || sequence < this.begunBefore) return !this.isHeld;
    this.isHeld = !this.limit.begin();
    if (!this.isHeld) this.begunBefore = this.timers.added;
    return !this.isHeld;
  }

  /**
   * Manual mode: something that another process did at `atMs` is known here before the step to that instant. Makes it
   * that late without firing anything: what follows from the changes happens then, and every timer in its phase.
   */
  hearOf(atMs: number): void {
    if (!this.isManual || atMs <= this.lastMs) return;
    this.moveTo(atMs);
    this.reachedPhase = NO_PHASE;
  }

  private moveTo(atMs: number): void {
    this.lastMs = Math.max(this.lastMs, atMs);
    this.current = { ...this.current, anchorMs: this.lastMs };
  }

  /** Stops firing; pending timers are forgotten. */
  stop(): void {
    clearTimeout(this.alarm);
    this.immediate = true;
  }

  private get isManual(): boolean {
    return standsStill(this.current);
  }

  private async fire(entry: TakenEntry): Promise<void> {
    if (entry.isCancelled) return;
    await this.activity.track(entry.fire);
  }

  /** Sees to it that due timers fire: at once in any mode, later ones by the machine's clock unless it is manual. */
  private arm(): void {
    if (this.immediate || (this.isHeld && this.isManual)) return;
    const first = this.timers.peek();
    clearTimeout(this.alarm);
    if (!first) return;
    const delayMs = first.atMs - this.now();
    if (delayMs <= 0 && this.isManual && first.phase > this.reachedPhase) return;
    if (delayMs <= 0) {
      this.immediate = true;
      this.activity.begin();
      setImmediate(() => void this.fireDue().finally(() => this.activity.end()));
    } else if (!this.isManual) {
      this.alarm = setTimeout(() => this.arm(), Math.min(Math.ceil(delayMs / this.current.rate), MAX_DELAY_MS));
    }
  }

  private async fireDue(): Promise<void> {
    const now = this.now();
    const phase = this.isManual ? this.reachedPhase : LAST_PHASE;
    for (let due = this.takeDue(now, phase); due; due = this.takeDue(now, phase)) void this.fire(due);
    this.immediate = false;
    this.arm();
  }
}
