/** Rounds of writes at one instant, at most; one more for so many objects of the cluster. */
const MAX_ROUNDS = 2000;
const OBJECTS_A_ROUND = 25;
/** Times that timers fire which other timers of the instant have set, for each round that may be written. */
const TIMER_ROUNDS_A_ROUND = 10;
/** Timers of an endless instant that are named. */
const NAMED_TIMERS = 6;
/** Writes at one instant, at most, and further ones for each object of the cluster. */
const MAX_WRITES = 50_000;
const WRITES_AN_OBJECT = 20;

/** The cluster whose work is counted. */
export interface CountedCluster {
  /** Cluster time in ms since the Unix epoch. */
  readonly nowMs: () => number;
  readonly revision: () => number;
  /** Returns the number of objects in the cluster; called rarely. */
  readonly objects: () => number;
}

/** Timers of one name that fired at an instant. */
export interface FiredTimers {
  readonly name: string;
  readonly count: number;
}

/**
 * Counts what components do at one instant of a stopped clock, since the last action of a client. If writes lead to
 * more and more writes, such as those of two controllers that undo what the other one did, or timers are set for the
 * instant at which they fire, the instant would never end: it is endless then, and no more of its writes are committed,
 * or no timer fires, until {@link InstantWork.renew}.
 */
export class InstantWork {
  private atMs = Number.NaN;
  private rounds = 0;
  private timerRounds = 0;
  private readonly fired = new Map<string, number>();
  private endlessTimers: readonly FiredTimers[] = [];
  private fromRevision = 0;
  private hasNoEnd = false;
  private readonly waiters = new Set<() => void>();

  constructor(private readonly cluster: CountedCluster) {}

  /** True if this instant has had more than it may have. */
  get isEndless(): boolean {
    return this.hasNoEnd;
  }

  /** True if nothing more is written at this instant; what clients ask for is while only timers have no end. */
  get stopsWrites(): boolean {
    return this.hasNoEnd && this.endlessTimers.length === 0;
  }

  /** Rounds that were written at this instant. */
  get count(): number {
    return this.rounds;
  }

  /** The timers for which the instant is endless, those that fired most first; none if it is for writes. */
  get timers(): readonly FiredTimers[] {
    return this.endlessTimers;
  }

  /** Revision after which the work of this instant is in the log. */
  get sinceRevision(): number {
    return this.fromRevision;
  }

  /** Counts a round that is about to be written; false if the instant is endless, and the round must wait. */
  begin(): boolean {
    if (this.stopsWrites) return false;
    if (!this.hasNoEnd) this.follow();
    if (this.isTooMuch()) this.end();
    else this.rounds++;
    return !this.stopsWrites;
  }

  /** Counts timers that are about to fire and were set since others did; false if the instant is endless, and they must wait. */
  beginTimers(): boolean {
    if (this.hasNoEnd) return false;
    this.follow();
    const most = MAX_ROUNDS * TIMER_ROUNDS_A_ROUND;
    const isTooMuch = this.timerRounds >= most && this.timerRounds >= this.maxRounds() * TIMER_ROUNDS_A_ROUND;
    if (isTooMuch) this.end(this.mostFired());
    else this.timerRounds++;
    return !this.hasNoEnd;
  }

  /** A timer of this name fires. */
  fires(name: string): void {
    if (!this.hasNoEnd) this.follow();
    this.fired.set(name, (this.fired.get(name) ?? 0) + 1);
  }

  /** The instant is endless, as this process or another one found, for these timers or for writes. */
  end(timers: readonly FiredTimers[] = []): void {
    if (this.stopsWrites) return;
    this.hasNoEnd = true;
    this.endlessTimers = timers;
    for (const wake of this.waiters) wake();
    this.waiters.clear();
  }

  /** Resolves when the work has ended, or when it is known that it never will. */
  async orEndless(work: Promise<void>): Promise<void> {
    if (this.hasNoEnd) return;
    await new Promise<void>((resolve, reject) => {
      this.waiters.add(resolve);
      work.finally(() => this.waiters.delete(resolve)).then(resolve, reject);
    });
  }

  /** Starts the count again after an input from outside. */
  renew(): void {
    this.rounds = 0;
    this.timerRounds = 0;
    this.fired.clear();
    this.endlessTimers = [];
    this.fromRevision = this.cluster.revision();
    this.hasNoEnd = false;
  }

  /** Every instant has its own counts. */
  private follow(): void {
    const nowMs = this.cluster.nowMs();
    if (nowMs !== this.atMs) this.renew();
    this.atMs = nowMs;
  }

  private mostFired(): readonly FiredTimers[] {
    const timers = [...this.fired].map(([name, count]) => ({ name, count }));
    return timers.sort((a, b) => b.count - a.count).slice(0, NAMED_TIMERS);
  }

  private maxRounds(): number {
    return MAX_ROUNDS + this.cluster.objects() / OBJECTS_A_ROUND;
  }

  private isTooMuch(): boolean {
    const { objects, revision } = this.cluster;
    const writes = revision() - this.fromRevision;
    if (this.rounds < MAX_ROUNDS && writes < MAX_WRITES) return false;
    return this.rounds >= this.maxRounds() || writes >= MAX_WRITES + objects() * WRITES_AN_OBJECT;
  }
}
