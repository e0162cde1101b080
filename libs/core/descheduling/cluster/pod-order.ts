import { PREFER_NO_EVICTION } from '../evictor/annotations';
import type { PodView } from './pod-view';

/**
 * The order in which pods are given up: without priority first, then lower priority, then BestEffort, Burstable,
 * Guaranteed, then those that do not ask to be spared. The sort is stable: ties keep the order of the node's pods.
 */
export function compareByPriorityAndQos(a: PodView, b: PodView): number {
  if (a.priority !== b.priority) {
    if (a.priority === undefined) return -1;
    if (b.priority === undefined) return 1;
    return a.priority - b.priority;
  }
  return (
    a.qosRank - b.qosRank || Number(a.hasAnnotation(PREFER_NO_EVICTION)) - Number(b.hasAnnotation(PREFER_NO_EVICTION))
  );
}
