import { exactFraction } from './exact-fraction';

/**
 * A token bucket of one token, so that its whole state is the instant of the next token: with burst 1,
 * "refills continuously" and "one interval after the last take" are the same thing.
 * A rate of 0 never yields a token.
 */
export class EvictionLimiter {
  private intervalMs: number;
  private nextTokenAtMs = Number.NEGATIVE_INFINITY;

  constructor(private rate: number) {
    this.intervalMs = tokenIntervalMs(rate);
  }

  /** Tokens per second. */
  get ratePerSecond(): number {
    return this.rate;
  }

  /** First instant at which {@link tryTake} succeeds: Infinity at rate 0, -Infinity for a bucket never used. */
  get availableAtMs(): number {
    return this.intervalMs === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : this.nextTokenAtMs;
  }

  tryTake(nowMs: number): boolean {
    if (nowMs < this.availableAtMs) return false;
    this.nextTokenAtMs = nowMs + this.intervalMs;
    return true;
  }

  /**
   * Changes the rate. The new bucket is full if the old one has a token at this moment, else empty: so leaving
   * rate 0 costs a whole interval, and an idle zone keeps its token (spec nodes A10).
   */
  swapRate(ratePerSecond: number, nowMs: number): void {
    if (ratePerSecond === this.rate) return;
    const hadToken = nowMs >= this.availableAtMs;
    this.rate = ratePerSecond;
    this.intervalMs = tokenIntervalMs(ratePerSecond);
    this.nextTokenAtMs = hadToken ? Number.NEGATIVE_INFINITY : nowMs + this.intervalMs;
  }

  /** Returns the state for snapshots, from which a restored limiter continues. */
  toState(): EvictionLimiterState {
    const ready = this.nextTokenAtMs === Number.NEGATIVE_INFINITY;
    return {
      ratePerSecond: this.rate,
      nextTokenAtMs: ready || !Number.isFinite(this.nextTokenAtMs) ? null : this.nextTokenAtMs,
    };
  }

  static fromState(state: EvictionLimiterState): EvictionLimiter {
    const limiter = new EvictionLimiter(state.ratePerSecond);
    if (state.nextTokenAtMs !== null) limiter.nextTokenAtMs = state.nextTokenAtMs;
    return limiter;
  }
}

/** A limiter as plain data; `nextTokenAtMs` is null when a token is ready, or never comes. */
export interface EvictionLimiterState {
  readonly ratePerSecond: number;
  readonly nextTokenAtMs: number | null;
}

/** Whole milliseconds until the next token, rounded up: time is whole milliseconds, and a token must not come early. */
function tokenIntervalMs(ratePerSecond: number): number {
  if (ratePerSecond <= 0) return Number.POSITIVE_INFINITY;
  const { numerator, denominator } = exactFraction(ratePerSecond);
  return Number((1000n * denominator + numerator - 1n) / numerator);
}
