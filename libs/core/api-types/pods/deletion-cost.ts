/** An int32 that says how dear a pod is to its owner. */
export const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';

/**
 * Returns the cost of a pod in its annotations: 0 if there is none, undefined if it is not an int32. As upstream's
 * `GetDeletionCostFromPodAnnotations`, which refuses leading zeros only in numbers without a minus.
 */
export function parseDeletionCost(annotations: Readonly<Record<string, string>> | undefined): number | undefined {
  const text = annotations?.[DELETION_COST];
  if (text === undefined) return 0;
  if (!/^(0|[1-9]\d*|-\d+)$/.test(text)) return undefined;
  // Adding 0 turns -0 into 0.
  const cost = Number(text) + 0;
  return cost >= -(2 ** 31) && cost < 2 ** 31 ? cost : undefined;
}
