import { tolerates, type Taint, type Toleration } from '@orrery/api-types';

/** Time that a pod may stay under a set of NoExecute taints. */
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
 * Weighs a pod's tolerations against taints (spec nodes B3). Per taint only the first toleration in list order
 * that tolerates it applies, and later ones are ignored; seconds below 0 count as 0, none as forever.
 */
export function weighTolerations(
  taints: readonly Taint[],
  tolerations: readonly Toleration[] | undefined,
): TolerationVerdict {
  const limits: TolerationLimit[] = [];
  for (const taint of taints) {
    const first = tolerations?.find((toleration) => tolerates(toleration, taint));
    if (!first) return { kind: 'untolerated' };
    const toleratedMs = toleratedMsOf(first);
    if (toleratedMs !== Number.POSITIVE_INFINITY) limits.push({ taint, toleratedMs });
  }
  return limits.length === 0 ? { kind: 'forever' } : { kind: 'limited', limits };
}

/** Returns how long a toleration holds: Infinity without seconds. */
export function toleratedMsOf({ tolerationSeconds }: Toleration): number {
  return tolerationSeconds === undefined || tolerationSeconds === null
    ? Number.POSITIVE_INFINITY
    : Math.max(0, tolerationSeconds) * 1000;
}

/** The shortest of the limits; Infinity if there is none. */
export function shortestLimitMs(limits: readonly { readonly toleratedMs: number }[]): number {
  return limits.reduce((shortest, { toleratedMs }) => Math.min(shortest, toleratedMs), Number.POSITIVE_INFINITY);
}
