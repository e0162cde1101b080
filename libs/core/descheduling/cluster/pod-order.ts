import { PREFER_NO_EVICTION } from '../evictor/annotations';
import type { PodView } from './cluster-views';

/** Order of the pods of one node. */
export interface PodOrderRules {
  /** True if pods that ask to be spared come behind their equals. */
  readonly preferringPods: 'last' | 'amongEquals';
  /** True if equals keep the order in which they are listed, or are left as Go's sort leaves them. */
  readonly equalPods: 'listed' | 'turned';
}

/** Lists up to this length are sorted by insertion in Go. */
const INSERTION_LENGTH = 12;

/**
 * Sorts pods in the order of their eviction: without priority first, then lower priority, then BestEffort, Burstable,
 * Guaranteed, then those that do not ask to be spared (`SortPodsBasedOnPriorityLowToHigh`).
 *
 * The rule of the real descheduler calls some equals smaller than each other, so that Go's sort, by insertion for short
 * lists, reverses them: of pods of one class the last one listed comes first, in releases before the annotation of
 * BestEffort pods alone. This decides which of them a budget still allows to evict. In longer lists equals keep the
 * order of the node's pods.
 */
export function sortForEviction(pods: PodView[], { preferringPods, equalPods }: PodOrderRules): PodView[] {
  if (equalPods === 'listed' || pods.length > INSERTION_LENGTH) return pods.sort(podOrder(preferringPods));
  const isLess = preferringPods === 'last' ? isLessToday : isLessInOldReleases;
  for (let i = 1; i < pods.length; i++) {
    for (let j = i; j > 0 && isLess(pods[j]!, pods[j - 1]!); j--) [pods[j - 1], pods[j]] = [pods[j]!, pods[j - 1]!];
  }
  return pods;
}

function isLessToday(a: PodView, b: PodView): boolean {
  if (a.priority !== b.priority || a.qosRank !== b.qosRank) return compare(a, b) < 0;
  return !a.hasAnnotation(PREFER_NO_EVICTION) || b.hasAnnotation(PREFER_NO_EVICTION);
}

function isLessInOldReleases(a: PodView, b: PodView): boolean {
  if (a.priority !== b.priority) return compare(a, b) < 0;
  return a.qosRank === BEST_EFFORT || a.qosRank < b.qosRank;
}

/** The rank of pods without requests and limits. */
const BEST_EFFORT = 0;

function podOrder(preferring: PodOrderRules['preferringPods']): (a: PodView, b: PodView) => number {
  const spared = (pod: PodView): number => Number(preferring === 'last' && pod.hasAnnotation(PREFER_NO_EVICTION));
  return (a, b) => compare(a, b) || spared(a) - spared(b);
}

function compare(a: PodView, b: PodView): number {
  if (a.priority !== b.priority) {
    if (a.priority === undefined) return -1;
    if (b.priority === undefined) return 1;
    return a.priority - b.priority;
  }
  return a.qosRank - b.qosRank;
}
