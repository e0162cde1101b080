import { PREFER_NO_EVICTION } from '../evictor/annotations';
import type { PodView } from './cluster-views';

/** Whether pods that ask to be spared come behind their equals. */
export type PreferringPods = 'last' | 'amongEquals';

/**
 * The order in which pods are given up: without priority first, then lower priority, then BestEffort, Burstable,
 * Guaranteed, then those that do not ask to be spared. The sort is stable: ties keep the order of the node's pods.
 */
export function podOrder(preferring: PreferringPods): (a: PodView, b: PodView) => number {
  const spared = (pod: PodView): number => Number(preferring === 'last' && pod.hasAnnotation(PREFER_NO_EVICTION));
  return (a, b) => {
    if (a.priority !== b.priority) {
      if (a.priority === undefined) return -1;
      if (b.priority === undefined) return 1;
      return a.priority - b.priority;
    }
    return a.qosRank - b.qosRank || spared(a) - spared(b);
  };
}
