import { TimerPhase, type Clock, type Timer } from '@orrery/time';

/** client-go's numbers for what failed: 5 ms, doubled with each failure in a row, 1000 s at most. */
const FIRST_BACK_OFF_MS = 5;
const MAX_BACK_OFF_MS = 1_000_000;

interface Entry {
  isReady: boolean;
  isTaken: boolean;
  failures: number;
  timer: Timer | undefined;
  timerAtMs: number;
  /** Orders timers of one instant: they fire in the order in which they were set. */
  timerNumber: number;
}

/** Key that failed, or that is due for a check later. */
export interface WaitingKey {
  readonly key: string;
  readonly failures: number;
  /** Absent for a key that waits for nothing but a change. */
  readonly atMs?: number;
}

/**
 * Keys that wait for work, each once, in the order in which they came. A key that is being worked on is not handed out
 * again before it is done, even if it changes meanwhile. Timers and back-off run on the cluster's clock.
 */
export class WorkSet {
  private readonly entries = new Map<string, Entry>();
  private readonly ready = new Set<string>();
  private timersSet = 0;

  constructor(
    private readonly clock: Clock,
    /** Name of the worker on the keys. */
    private readonly name: string,
    /** Called when a timer has made a key ready. */
    private readonly woken: () => void,
  ) {}

  /** Keys that could be taken now. */
  get size(): number {
    return this.ready.size;
  }

  add(key: string): void {
    const entry = this.entryFor(key);
    entry.isReady = true;
    if (!entry.isTaken) this.ready.add(key);
  }

  /** Makes the key ready at `atMs`, or earlier if that was requested before. */
  addAt(key: string, atMs: number): void {
    const entry = this.entryFor(key);
    if (entry.timer && entry.timerAtMs <= atMs) return;
    entry.timer?.cancel();
    entry.timerAtMs = atMs;
    entry.timerNumber = this.timersSet++;
    entry.timer = this.clock.setTimer(atMs, TimerPhase.Controllers, this.name, () => {
      entry.timer = undefined;
      if (this.entries.get(key) !== entry) return;
      this.add(key);
      this.woken();
    });
  }

  /** The key that has waited longest; it is the caller's until {@link done} or {@link failed}. */
  take(): string | undefined {
    for (const key of this.ready) {
      this.ready.delete(key);
      const entry = this.entries.get(key)!;
      entry.isReady = false;
      entry.isTaken = true;
      entry.timer?.cancel();
      entry.timer = undefined;
      return key;
    }
    return undefined;
  }

  /** Marks the work on a key as successful. */
  done(key: string): void {
    const entry = this.giveBack(key);
    if (!entry) return;
    entry.failures = 0;
    if (!entry.isReady && !entry.timer) this.entries.delete(key);
  }

  /** The work on a key must be tried again: the later the more often it failed in a row. */
  failed(key: string): void {
    const entry = this.giveBack(key);
    if (!entry || entry.isReady) return;
    const delayMs = Math.min(FIRST_BACK_OFF_MS * 2 ** entry.failures, MAX_BACK_OFF_MS);
    entry.failures++;
    this.addAt(key, this.clock.now() + delayMs);
  }

  /** Returns true if the work on the key failed and will be tried again, or is under way, so that the result is unknown. */
  mayFail(key: string): boolean {
    const entry = this.entries.get(key);
    return entry !== undefined && (entry.isTaken || entry.failures > 0);
  }

  /** The object behind the key is gone. */
  forget(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    entry.timer?.cancel();
    entry.timer = undefined;
    entry.isReady = false;
    entry.failures = 0;
    this.ready.delete(key);
    // Another object of this name must wait until the work on this one has ended.
    if (!entry.isTaken) this.entries.delete(key);
  }

  /** Returns all waiting keys, in the order in which they were deferred; while nothing is ready or in hand. */
  toState(): WaitingKey[] {
    return [...this.entries]
      .sort(([, a], [, b]) => a.timerNumber - b.timerNumber)
      .map(([key, { failures, timer, timerAtMs }]) => ({ key, failures, ...(timer ? { atMs: timerAtMs } : {}) }));
  }

  /** Restores the state that {@link toState} returned. */
  restore(state: readonly WaitingKey[]): void {
    for (const { key, failures, atMs } of state) {
      this.entryFor(key).failures = failures;
      if (atMs !== undefined) this.addAt(key, atMs);
    }
  }

  /** Drops everything. */
  clear(): void {
    for (const { timer } of this.entries.values()) timer?.cancel();
    this.entries.clear();
    this.ready.clear();
  }

  private giveBack(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    entry.isTaken = false;
    if (entry.isReady) this.ready.add(key);
    return entry;
  }

  private entryFor(key: string): Entry {
    let entry = this.entries.get(key);
    if (!entry) {
      entry = { isReady: false, isTaken: false, failures: 0, timer: undefined, timerAtMs: 0, timerNumber: 0 };
      this.entries.set(key, entry);
    }
    return entry;
  }
}
