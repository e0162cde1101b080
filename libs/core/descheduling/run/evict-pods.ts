import type { PodView } from '../cluster/cluster-views';
import { EvictionOutcome } from './eviction-outcome';
import type { StrategyContext } from './strategy';

/** Endings of a list of evictions. */
export const ListEnd = { Done: 'done', NodeLimit: 'nodeLimit', TotalLimit: 'totalLimit' } as const;
export type ListEnd = (typeof ListEnd)[keyof typeof ListEnd];

/**
 * Evicts the pods of one node in order. A refusal or a namespace's limit moves on to the next pod, a node's limit ends
 * the list, the total limit the whole strategy.
 */
export async function evictFromNode(
  context: StrategyContext,
  pods: readonly PodView[],
  reasonFor: (pod: PodView) => string,
): Promise<ListEnd> {
  for (const pod of pods) {
    const outcome = await context.evict(pod, reasonFor(pod));
    if (outcome === EvictionOutcome.TotalLimit) return ListEnd.TotalLimit;
    if (outcome === EvictionOutcome.NodeLimit) return ListEnd.NodeLimit;
  }
  return ListEnd.Done;
}

/**
 * Keeps the pods that the evictor permits to evict, and reports the others with their protection. Node fit and
 * namespace labels are checked only for pods without another protection.
 */
export function keepEvictable(
  context: StrategyContext,
  pods: readonly PodView[],
  reasonFor: (pod: PodView) => string,
): PodView[] {
  return pods.filter((pod) => isLetGo(context, pod, reasonFor));
}

/** Returns true if the evictor permits to evict a pod; if not, the report has the reason. */
export function isLetGo(context: StrategyContext, pod: PodView, reasonFor: (pod: PodView) => string): boolean {
  const protections = context.evictor.protectedBecause(pod);
  const obstacle = protections.length > 0 ? protections.join(', ') : context.evictor.heldBackBecause(pod);
  if (obstacle === undefined) return true;
  context.spare(pod, reasonFor(pod), obstacle);
  return false;
}
