import type { Taint, Toleration } from '../objects';
import { TaintEffect, TolerationOperator } from './taint';

/** The effects that keep a pod off a node; PreferNoSchedule only lowers a score. */
export const HARD_EFFECTS: readonly string[] = [TaintEffect.NoSchedule, TaintEffect.NoExecute];

/**
 * Returns whether a toleration tolerates a taint: the effect is empty or equal, the key empty or equal, and the operator is
 * Exists, or Equal (also when empty) with equal values. An unknown operator tolerates nothing. A toleration with an empty key
 * and operator Equal is compared by its value; only validation refuses it.
 */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect && toleration.effect !== taint.effect) return false;
  if (toleration.key && toleration.key !== taint.key) return false;
  const operator = toleration.operator || TolerationOperator.Equal;
  if (operator === TolerationOperator.Exists) return true;
  return operator === TolerationOperator.Equal && (toleration.value ?? '') === (taint.value ?? '');
}

/** The first taint with one of the effects that no toleration tolerates; undefined if there is none. */
export function findUntoleratedTaint(
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
  effects: readonly string[] = HARD_EFFECTS,
): Taint | undefined {
  if (!taints) return undefined;
  for (const taint of taints) {
    if (effects.includes(taint.effect) && !isTolerated(taint, tolerations)) return taint;
  }
  return undefined;
}

/** Returns whether some toleration tolerates the taint. */
export function isTolerated(taint: Taint, tolerations: readonly Toleration[] | undefined): boolean {
  if (!tolerations) return false;
  for (const toleration of tolerations) {
    if (tolerates(toleration, taint)) return true;
  }
  return false;
}
