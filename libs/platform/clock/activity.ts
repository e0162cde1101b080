/**
 * Counts what one process is doing for one cluster. When nothing is going on the process is idle: together with
 * "no job is on a queue" that is how a manual clock knows that an instant has had all its consequences.
 */
export class Activity {
  private running = 0;
  private waiters: (() => void)[] = [];
  private checking = false;

  get isIdle(): boolean {
    return this.running === 0;
  }

  /** Runs `work` as part of the cluster's activity. */
  async track<T>(work: () => Promise<T> | T): Promise<T> {
    this.begin();
    try {
      return await work();
    } finally {
      this.end();
    }
  }

  begin(): void {
    this.running++;
  }

  end(): void {
    this.running--;
    this.check();
  }

  /** Resolves when nothing has been going on for two whole turns of the event loop. */
  async idle(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.waiters.push(resolve);
      this.check();
    });
  }

  /** What ends may start something else in the same turn or by a callback of the next: look again after both. */
  private check(): void {
    if (this.checking || this.running > 0 || this.waiters.length === 0) return;
    this.checking = true;
    setImmediate(() =>
      setImmediate(() => {
        this.checking = false;
        if (this.running > 0) return;
        const waiters = this.waiters;
        this.waiters = [];
        for (const wake of waiters) wake();
      }),
    );
  }
}
