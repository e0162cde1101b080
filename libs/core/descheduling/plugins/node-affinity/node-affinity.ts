import { compileNodeSelectorTerm, type NodeMatcher } from '@orrery/api-types';
import type { NodeView, PodView } from '../../cluster/cluster-views';
import { evictFromNode, keepEvictable, ListEnd } from '../../run/evict-pods';
import { podSelection, type PodSelection } from '../../run/pod-selection';
import { DeschedulingPoint, strategyOf, type ConfiguredStrategy, type StrategyContext } from '../../run/strategy';
import { AffinityType, NODE_AFFINITY_ARGS } from './args';

const REASONS: Readonly<Record<AffinityType, string>> = {
  [AffinityType.Required]: 'node does not satisfy the required node affinity',
  [AffinityType.Preferred]: 'another node suits the preferred node affinity better',
};

/** Evicts pods from nodes that do not satisfy their node affinity any more, if some ready node would take them. */
export const removePodsViolatingNodeAffinity = strategyOf({
  name: 'RemovePodsViolatingNodeAffinity',
  point: DeschedulingPoint.Deschedule,
  args: NODE_AFFINITY_ARGS,
  // The schema knows no other types.
  configure: (args) => configured(args.nodeAffinityType as readonly AffinityType[], podSelection(args)),
});

function configured(types: readonly AffinityType[], isSelected: PodSelection): ConfiguredStrategy {
  return async (context) => {
    for (const type of types) {
      const violates = type === AffinityType.Required ? violatesRequired(context) : prefersElsewhere(context);
      for (const node of context.nodes) {
        const violating = node.activePods().filter((pod) => isSelected(pod) && violates(pod, node));
        const reasonFor = (): string => REASONS[type];
        const evictable = keepEvictable(context, violating, reasonFor).filter((pod) => fitsSomewhere(context, pod));
        if ((await evictFromNode(context, evictable, reasonFor)) === ListEnd.TotalLimit) break;
      }
    }
  };
}

function violatesRequired({ nodeFit }: StrategyContext): (pod: PodView, node: NodeView) => boolean {
  return (pod, node) =>
    pod.pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution != null &&
    !nodeFit.shapes.of(pod).selects(node);
}

function fitsSomewhere(context: StrategyContext, pod: PodView): boolean {
  const { nodeFit, nodes, behaviour } = context;
  const shape = nodeFit.shapes.of(pod);
  const isMatch = (node: NodeView): boolean => !node.isCordoned && shape.selects(node);
  if (behaviour.nodeAffinityFit === 'selectors' ? nodes.some(isMatch) : nodeFit.fitsAny(pod, nodes)) return true;
  context.spare(pod, 'node affinity is violated', 'pod does not fit on any ready node');
  return false;
}

interface PreferredTerm {
  readonly weight: number;
  readonly matches: NodeMatcher;
}

/** Weights by the text of the terms: pods of one owner share them. The best node need not be one that fits. */
function prefersElsewhere({ nodes }: StrategyContext): (pod: PodView, node: NodeView) => boolean {
  const bestByTerms = new Map<string, { readonly terms: readonly PreferredTerm[]; readonly best: number }>();
  return (pod, node) => {
    const preferred = pod.pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution;
    if (!preferred || preferred.length === 0) return false;
    const key = JSON.stringify(preferred);
    let known = bestByTerms.get(key);
    if (!known) {
      const terms = preferred.map(({ weight, preference }) => ({
        weight,
        matches: compileNodeSelectorTerm(preference),
      }));
      const best = nodes.reduce((most, each) => Math.max(most, weightOf(terms, each)), 0);
      bestByTerms.set(key, (known = { terms, best }));
    }
    return known.best > weightOf(known.terms, node);
  };
}

function weightOf(terms: readonly PreferredTerm[], { node }: NodeView): number {
  return terms.reduce((sum, { weight, matches }) => (matches(node) ? sum + weight : sum), 0);
}
