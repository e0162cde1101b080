/** Interval at which a bucket fills, and its capacity. */
export interface BucketLimits {
  /** A token each so many milliseconds. */
  readonly intervalMs: number;
  /** Tokens of a full bucket. */
  readonly burst: number;
}

/**
 * Requests that a client of Kubernetes may make: some at once, then so many a second (client-go `util/flowcontrol`). As
 * there, a client that takes more than the bucket holds waits until the bucket has refilled by that amount. The whole
 * state is the instant at which the bucket is full.
 */
export class TokenBucket {
  constructor(
    private readonly limits: BucketLimits,
    /** Time in ms since the Unix epoch from which on the bucket is full. */
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
