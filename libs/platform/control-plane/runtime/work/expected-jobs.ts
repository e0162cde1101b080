import { LostWorkSweep, type LostWorkSweepOptions } from './lost-work-sweep';

/** Minimum time, in real time, that an object waits for its job before it is handled without one. */
const LOST_JOB_MS = 2000;

/** Objects for which the log has work for a component, and whose job has not arrived yet; by `namespace/name`. */
export class ExpectedJobs {
  private readonly waiting = new Set<string>();
  /** Jobs that waited at the last check, too. */
  private longWaiting = new Set<string>();
  private readonly sweep: LostWorkSweep;

  /** @param forgotten is called with objects that have waited for too long */
  constructor(
    { activity, clock }: Pick<LostWorkSweepOptions, 'activity' | 'clock'>,
    private readonly forgotten: (keys: readonly string[]) => void,
  ) {
    this.sweep = new LostWorkSweep({ activity, clock, everyMs: LOST_JOB_MS, look: () => this.look() });
  }

  start(captured: readonly string[] = []): void {
    for (const key of captured) this.add(key);
    this.sweep.start();
  }

  stop(): void {
    this.sweep.stop();
  }

  /** Returns the waiting jobs. */
  capture(): readonly string[] {
    return [...this.waiting];
  }

  add(key: string): void {
    this.waiting.add(key);
    this.longWaiting.delete(key);
  }

  has(key: string): boolean {
    return this.waiting.has(key);
  }

  /** Returns whether it was expected; it is so no more. */
  take(key: string): boolean {
    this.longWaiting.delete(key);
    return this.waiting.delete(key);
  }

  private look(): void {
    const forgotten = [...this.longWaiting];
    this.longWaiting = new Set(this.waiting);
    if (forgotten.length > 0) this.forgotten(forgotten);
  }
}
