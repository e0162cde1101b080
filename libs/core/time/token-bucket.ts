/** How fast a bucket fills, and how much it holds. */
export interface BucketLimits {
  /** A token each so many milliseconds. */
  readonly intervalMs: number;
  /** Tokens of a full bucket. */
  readonly burst: number;
}

/**
 * Requests that a client of Kubernetes may make: some at once, then so many a second (client-go `util/flowcontrol`). As there, who
 * takes more than there is waits until what was taken has come in. The whole state is the instant at which the bucket is full.
 */
export class TokenBucket {
  constructor(
    private readonly limits: BucketLimits,
    /** In ms since the Unix epoch; from then on nothing is missing. */
    public fullAtMs = 0,
  ) {}

  /** Returns the first instant from which there is a token: the present one if there is one now. */
  readyAtMs(nowMs: number): number {
    const { burst, intervalMs } = this.limits;
    return Math.max(nowMs, this.fullAtMs - (burst - 1) * intervalMs);
  }

  /** Takes tokens, also such as are not there yet. */
  take(count: number, nowMs: number): void {
    this.fullAtMs = Math.max(this.fullAtMs, nowMs) + count * this.limits.intervalMs;
  }
}
