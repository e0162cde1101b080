import type { NodeInfo } from './node-info';
import type { PodInfo } from './pod-info';

/**
 * An index of a plugin (topology domains, affinity terms) that is kept by deltas. Called for every change of the
 * cache, after it happened: also for assumed pods, and for pods on nodes that do not exist (yet).
 */
export interface CacheObserver {
  podAdded?(pod: PodInfo, node: NodeInfo): void;
  podRemoved?(pod: PodInfo, node: NodeInfo): void;
  /** The node object came (`before` undefined), changed, or went (`node.node` undefined). */
  nodeChanged?(node: NodeInfo, before: NodeInfo['node']): void;
}
