import { sortForEviction } from '../../cluster/pod-order';
import type { NodeView, PodView } from '../../cluster/cluster-views';
import { EvictionOutcome } from '../../run/eviction-outcome';
import { isLetGo } from '../../run/evict-pods';
import { podSelection } from '../../run/pod-selection';
import { DeschedulingPoint, strategyOf, type StrategyContext } from '../../run/strategy';
import { AntiAffinityIndex } from './anti-affinity-index';
import { ANTI_AFFINITY_ARGS } from './args';

/** Evicts pods that are together although required anti-affinity keeps them apart. */
export const removePodsViolatingInterPodAntiAffinity = strategyOf({
  name: 'RemovePodsViolatingInterPodAntiAffinity',
  point: DeschedulingPoint.Deschedule,
  args: ANTI_AFFINITY_ARGS,
  configure: (args) => {
    const isSelected = podSelection(args);
    return async (context) => {
      const podsOf = new Map(context.nodes.map((node) => [node, node.activePods().filter(isSelected)]));
      const index = new AntiAffinityIndex([...podsOf.values()].flat(), context.behaviour.antiAffinityReach);
      const pass = new AntiAffinityPass(context, index, podsOf);
      if (context.behaviour.antiAffinityVictim === 'TargetFirst') {
        const isFinished = await pass.run((pod) => index.isExcluded(pod), 'another pod excludes it by anti-affinity');
        if (isFinished) return;
      }
      await pass.run((pod) => index.excludesOther(pod), 'its anti-affinity excludes another pod');
    };
  },
});

/** Goes over the pods of every node, those that are given up first in front. */
class AntiAffinityPass {
  constructor(
    private readonly context: StrategyContext,
    private readonly index: AntiAffinityIndex,
    private readonly podsOf: ReadonlyMap<NodeView, readonly PodView[]>,
  ) {}

  /** Evicts the pods in conflict; true if the total limit ended the strategy. */
  async run(isInConflict: (pod: PodView) => boolean, reason: string): Promise<boolean> {
    const reasonFor = (): string => reason;
    for (const pods of this.podsOf.values()) {
      // Evictions only end conflicts and cannot cause new ones.
      const present = pods.filter((pod) => !pod.isGone);
      if (!present.some(isInConflict)) continue;
      for (const pod of sortForEviction(present, this.context.behaviour)) {
        if (!isInConflict(pod) || !isLetGo(this.context, pod, reasonFor)) continue;
        const outcome = await this.context.evict(pod, reason);
        if (outcome === EvictionOutcome.TotalLimit) return true;
        if (outcome === EvictionOutcome.NodeLimit) break;
        if (outcome === EvictionOutcome.Evicted) this.index.remove(pod);
      }
    }
    return false;
  }
}
