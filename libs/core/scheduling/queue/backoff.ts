/** Limits of a pod's wait after failed attempts. */
export interface BackoffLimits {
  readonly initialMs: number;
  readonly maxMs: number;
}

/** 1 s doubling to 10 s. */
export const DEFAULT_BACKOFF: BackoffLimits = { initialMs: 1000, maxMs: 10_000 };

/** The back-off after a number of attempts, in milliseconds: 0, initial, 2*initial, 4*initial, ... up to the maximum. */
export function backoffMs(attempts: number, { initialMs, maxMs }: BackoffLimits): number {
  if (attempts <= 0) return 0;
  return Math.min(initialMs * 2 ** Math.min(attempts - 1, 52), maxMs);
}
