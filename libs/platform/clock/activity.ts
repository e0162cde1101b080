/** Turns of the event loop without a change after which running work is known to be waiting for something outside. */
const QUIET_TURNS = 3;
/** Maximum wait of all other work for the answer of a user's program, in real time, unless it is to wait without a limit. */
const PROGRAM_TIMEOUT_MS = 1000;

/**
 * Counts the work of one process for one cluster. Without running work the process is idle: together with "no job is on
 * a queue" that is how a manual clock knows that an instant has had all its consequences.
 *
 * Work may wait for something outside, such as the database or a webhook. When all running work waits, and nothing
 * outside has to answer, the process is quiet: nothing more happens until writes that are held are committed, or a
 * client sends a request.
 */
export class Activity {
  private running = 0;
  private waiters: (() => void)[] = [];
  private checking = false;
  /** Number of awaited answers from outside. */
  private awaited = 0;
  private isPatient = false;
  /** Counts beginnings and ends of everything. */
  private changes = 0;
  private quietListeners: (() => void)[] = [];
  private settledListeners: (() => void)[] = [];
  private isWatching = false;

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
    this.changes++;
  }

  end(): void {
    this.running--;
    this.changes++;
    this.check();
  }

  /** Waits for an answer that comes from outside of the cluster's components, at a time of its own. */
  async outside<T>(ask: () => Promise<T>): Promise<T> {
    this.awaited++;
    try {
      return await ask();
    } finally {
      this.answered();
    }
  }

  /** Waits for the end of this turn of the event loop, so that work that arrives together is handled together. */
  async turn(): Promise<void> {
    await this.outside(() => new Promise<void>((resolve) => setImmediate(resolve)));
  }

  /** Sets the limit of waits for users' programs: none with true, the usual one with false. */
  waitForPrograms(isPatient: boolean): void {
    this.isPatient = isPatient;
  }

  /**
   * The same for an answer of a user's program. A slow answer is awaited without blocking other work: the order of
   * other work and the answer then no longer follows from the cluster's requests alone. See {@link waitForPrograms}.
   */
  async program<T>(ask: () => Promise<T>): Promise<T> {
    let isAwaited = true;
    const letGo = (): void => {
      if (isAwaited) this.answered();
      isAwaited = false;
    };
    this.awaited++;
    const timeout = this.isPatient ? undefined : setTimeout(letGo, PROGRAM_TIMEOUT_MS);
    try {
      return await ask();
    } finally {
      clearTimeout(timeout);
      if (!isAwaited) this.changes++;
      letGo();
    }
  }

  /** Calls `act` once, when all that is under way waits and nothing outside has to answer. */
  whenQuiet(act: () => void): void {
    this.quietListeners.push(act);
    this.watch();
  }

  /** Calls `act` once, when the process has settled: it is idle, or quiet with nothing left to do then. */
  whenSettled(act: () => void): void {
    this.settledListeners.push(act);
    this.watch();
  }

  /** Resolves when no work has run for two whole turns of the event loop. */
  async idle(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.waiters.push(resolve);
      this.check();
    });
  }

  /**
   * Checks for idleness. Ending work may start other work in the same turn or by a callback of the next: the check runs
   * again after both.
   */
  private check(): void {
    if (this.checking || this.running > 0 || this.waiters.length === 0) return;
    this.checking = true;
    setImmediate(() =>
      setImmediate(() => {
        this.checking = false;
        if (this.running > 0) return;
        if (this.callSettled()) return this.check();
        const waiters = this.waiters;
        this.waiters = [];
        for (const wake of waiters) wake();
      }),
    );
  }

  private answered(): void {
    this.awaited--;
    this.changes++;
    this.watch();
  }

  /** Checks after every turn of the event loop; an answer from outside restarts the watch. */
  private watch(): void {
    const isWanted = this.quietListeners.length + this.settledListeners.length > 0;
    if (this.isWatching || this.awaited > 0 || !isWanted) return;
    this.isWatching = true;
    let { changes } = this;
    let quietTurns = 0;
    const look = (): void => {
      if (this.awaited > 0) return void (this.isWatching = false);
      quietTurns = changes === this.changes ? quietTurns + 1 : 0;
      ({ changes } = this);
      if (quietTurns < QUIET_TURNS) return void setImmediate(look);
      this.isWatching = false;
      if (!this.callQuiet()) this.callSettled();
      this.watch();
    };
    setImmediate(look);
  }

  private callQuiet(): boolean {
    const listeners = this.quietListeners;
    this.quietListeners = [];
    for (const act of listeners) act();
    return listeners.length > 0;
  }

  private callSettled(): boolean {
    const listeners = this.settledListeners;
    this.settledListeners = [];
    for (const act of listeners) act();
    return listeners.length > 0;
  }
}
