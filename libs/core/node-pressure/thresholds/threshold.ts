import type { Signal } from '../signals';

/** Amount in the unit of a signal, or a share of its capacity. */
export type ThresholdAmount =
  | {
      readonly amount: number;
      /** Quantity as text, printed as Kubernetes prints it. */
      readonly text: string;
    }
  /** A single-precision fraction of the capacity, as the kubelet keeps it. */
  | { readonly fraction: number };

/** Threshold that is met when less than `value` remains of the resource of `signal`. */
export interface Threshold {
  readonly signal: Signal;
  readonly value: ThresholdAmount;
  /** Time for which it has to be met before the kubelet acts; 0 for hard thresholds. */
  readonly gracePeriodMs: number;
  /** Amount beyond the value that has to be free again, once the kubelet has acted on the threshold. */
  readonly minReclaim?: ThresholdAmount;
}

export function isHard(threshold: Threshold): boolean {
  return threshold.gracePeriodMs === 0;
}

/** Returns an amount in units. Shares are cut off to whole units, after single-precision rounding of the percentage. */
export function resolveAmount(amount: ThresholdAmount, capacity: number): number {
  return 'amount' in amount ? amount.amount : Math.trunc(capacity * amount.fraction);
}

/** Same signal, value, grace and minimum reclaim: the same entry of the configuration. */
export function isSameThreshold(a: Threshold, b: Threshold): boolean {
  return (
    a.signal === b.signal &&
    a.gracePeriodMs === b.gracePeriodMs &&
    isSameAmount(a.value, b.value) &&
    isSameAmount(a.minReclaim, b.minReclaim)
  );
}

function isSameAmount(a: ThresholdAmount | undefined, b: ThresholdAmount | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if ('amount' in a) return 'amount' in b && a.amount === b.amount;
  return 'fraction' in b && Object.is(a.fraction, b.fraction);
}
