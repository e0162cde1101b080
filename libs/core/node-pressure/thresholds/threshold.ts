import type { Signal } from '../signals';

/** An amount of what a signal counts, or a share of its capacity. */
export type ThresholdAmount =
  | {
      readonly amount: number;
      /** As a quantity, printed as Kubernetes prints it. */
      readonly text: string;
    }
  /** A single-precision fraction of the capacity, as the kubelet keeps it. */
  | { readonly fraction: number };

/** When less than `value` is left of what `signal` counts, the threshold is met. */
export interface Threshold {
  readonly signal: Signal;
  readonly value: ThresholdAmount;
  /** How long it has to be met before anything is done; 0 for hard thresholds. */
  readonly gracePeriodMs: number;
  /** How much beyond the value has to be free again, once the threshold has been acted on. */
  readonly minReclaim?: ThresholdAmount;
}

export function isHard(threshold: Threshold): boolean {
  return threshold.gracePeriodMs === 0;
}

/** What an amount comes to. Shares are cut off to whole units, after single-precision rounding of the percentage. */
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
