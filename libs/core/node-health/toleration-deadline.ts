import { tolerates, type Taint, type Toleration } from '@orrery/api-types';

/** How long a pod may stay under a set of NoExecute taints. */
export type TolerationVerdict =
  /** Some taint is not tolerated at all. */
  | { readonly kind: 'untolerated' }
  | { readonly kind: 'forever' }
  /** `limits` holds the taints that are tolerated for a time only. */
  | { readonly kind: 'limited'; readonly limits: readonly TolerationLimit[] };

export interface TolerationLimit {
  readonly taint: Taint;
  /** At least 0. */
  readonly toleratedMs: number;
}

/**
 * Weighs a pod's tolerations against taints (specification B3). Per taint only the first toleration in list order
 * that tolerates it counts, whatever a later one says; seconds below 0 count as 0, none as forever.
 */
export function weighTolerations(
  taints: readonly Taint[],
  tolerations: readonly Toleration[] | undefined,
): TolerationVerdict {
  const limits: TolerationLimit[] = [];
  for (const taint of taints) {
    const first = tolerations?.find((toleration) => tolerates(toleration, taint));
    if (!first) return { kind: 'untolerated' };
    const seconds = first.tolerationSeconds;
    if (seconds !== undefined && seconds !== null) limits.push({ taint, toleratedMs: Math.max(0, seconds) * 1000 });
  }
  return limits.length === 0 ? { kind: 'forever' } : { kind: 'limited', limits };
}

/** The shortest of the limits. */
export function shortestLimitMs(limits: readonly TolerationLimit[]): number {
  return limits.reduce((shortest, { toleratedMs }) => Math.min(shortest, toleratedMs), Number.POSITIVE_INFINITY);
}
