import type { PodView } from '../cluster/cluster-views';
import { EvictionOutcome } from './eviction-outcome';

/** The number of pods that a cycle may evict; an absent limit is none. */
export interface EvictionLimits {
  readonly total?: number;
  readonly perNode?: number;
  readonly perNamespace?: number;
}

type LimitOutcome =
  typeof EvictionOutcome.TotalLimit | typeof EvictionOutcome.NodeLimit | typeof EvictionOutcome.NamespaceLimit;

/** Counts the successful evictions of one cycle over all its strategies. */
export class EvictionCounts {
  private total = 0;
  private readonly byNode = new Map<string, number>();
  private readonly byNamespace = new Map<string, number>();

  constructor(private readonly limits: EvictionLimits) {}

  /** The limit that one more eviction would exceed: total before node before namespace. */
  limitFor(pod: PodView): LimitOutcome | undefined {
    const { total, perNode, perNamespace } = this.limits;
    if (total !== undefined && this.total + 1 > total) return EvictionOutcome.TotalLimit;
    const nodeName = pod.pod.spec.nodeName;
    if (perNode !== undefined && nodeName && (this.byNode.get(nodeName) ?? 0) + 1 > perNode) {
      return EvictionOutcome.NodeLimit;
    }
    if (perNamespace !== undefined && (this.byNamespace.get(pod.namespace) ?? 0) + 1 > perNamespace) {
      return EvictionOutcome.NamespaceLimit;
    }
    return undefined;
  }

  count(pod: PodView): void {
    this.total++;
    const nodeName = pod.pod.spec.nodeName ?? '';
    this.byNode.set(nodeName, (this.byNode.get(nodeName) ?? 0) + 1);
    this.byNamespace.set(pod.namespace, (this.byNamespace.get(pod.namespace) ?? 0) + 1);
  }
}
