/** How long, in real time, a newly bound pod may wait for its job before it is taken up without one. */
const LOST_JOB_MS = 2000;

/** Pods that were bound to nodes of the shard and whose job has not come yet. */
export class ExpectedPods {
  /** The real time of their arrival, by `namespace/name`. */
  private readonly since = new Map<string, number>();
  private sweep: NodeJS.Timeout | undefined;

  /** @param forgotten is called with pods that have waited for too long */
  constructor(private readonly forgotten: (keys: readonly string[]) => void) {}

  start(captured: readonly string[] = []): void {
    for (const key of captured) this.add(key);
    this.sweep = setInterval(() => this.look(), LOST_JOB_MS);
    this.sweep.unref();
  }

  stop(): void {
    clearInterval(this.sweep);
  }

  /** Those that wait. */
  capture(): readonly string[] {
    return [...this.since.keys()];
  }

  add(key: string): void {
    this.since.set(key, Date.now());
  }

  has(key: string): boolean {
    return this.since.has(key);
  }

  /** Whether it was expected; it is so no more. */
  take(key: string): boolean {
    return this.since.delete(key);
  }

  private look(): void {
    const longAgo = Date.now() - LOST_JOB_MS;
    this.forgotten([...this.since].filter(([, since]) => since <= longAgo).map(([key]) => key));
  }
}
