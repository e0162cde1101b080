/** Rounds of writes at one instant, at most; one more for so many objects of the cluster. */
const MAX_ROUNDS = 2000;
const OBJECTS_A_ROUND = 25;
/** Writes at one instant, at most, and further ones for each object of the cluster. */
const MAX_WRITES = 50_000;
const WRITES_AN_OBJECT = 20;

/** The cluster whose work is counted. */
export interface CountedCluster {
  /** Cluster time in ms since the Unix epoch. */
  readonly nowMs: () => number;
  readonly revision: () => number;
  /** Returns how many objects the cluster has; asked for rarely. */
  readonly objects: () => number;
}

/**
 * Counts what components do at one instant of a clock that stands still, since a client acted last. Where writes lead to more
 * and more writes, such as those of two controllers that undo what the other one did, the instant would never end: it is
 * endless then, and nothing more of it is written until {@link InstantWork.renew}.
 */
export class InstantWork {
  private atMs = Number.NaN;
  private rounds = 0;
  private fromRevision = 0;
  private hasNoEnd = false;
  private readonly waiters = new Set<() => void>();

  constructor(private readonly cluster: CountedCluster) {}

  /** True if this instant has had more than it may have. */
  get isEndless(): boolean {
    return this.hasNoEnd;
  }

  /** Rounds that were written at this instant. */
  get count(): number {
    return this.rounds;
  }

  /** The revision after which the work of this instant stands in the log. */
  get sinceRevision(): number {
    return this.fromRevision;
  }

  /** Counts a round that is about to be written; false if the instant is endless, and the round must wait. */
  begin(): boolean {
    if (this.hasNoEnd) return false;
    const nowMs = this.cluster.nowMs();
    if (nowMs !== this.atMs) this.renew();
    this.atMs = nowMs;
    if (this.isTooMuch()) this.end();
    else this.rounds++;
    return !this.hasNoEnd;
  }

  /** The instant is endless, as this process or another one found. */
  end(): void {
    this.hasNoEnd = true;
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

  /** Something came from outside: what follows from it is counted from here on. */
  renew(): void {
    this.rounds = 0;
    this.fromRevision = this.cluster.revision();
    this.hasNoEnd = false;
  }

  private isTooMuch(): boolean {
    const { objects, revision } = this.cluster;
    const writes = revision() - this.fromRevision;
    if (this.rounds < MAX_ROUNDS && writes < MAX_WRITES) return false;
    const count = objects();
    return this.rounds >= MAX_ROUNDS + count / OBJECTS_A_ROUND || writes >= MAX_WRITES + count * WRITES_AN_OBJECT;
  }
}
