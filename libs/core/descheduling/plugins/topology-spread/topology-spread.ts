import { compareText } from '../../cluster/cluster-snapshot';
import type { NodeView, PodView } from '../../cluster/cluster-views';
import { PodsByLabel } from '../../cluster/pods-by-label';
import { EvictionOutcome } from '../../run/eviction-outcome';
import { podSelection } from '../../run/pod-selection';
import { DeschedulingPoint, strategyOf, type StrategyContext } from '../../run/strategy';
import { TOPOLOGY_SPREAD_ARGS } from './args';
import { distinctConstraints, type SpreadConstraint } from './spread-constraint';
import { domainsOf, isBalanced, NodeDomains, nodesBelowMean, orderDomains } from './topology-domain';

const NAME = 'RemovePodsViolatingTopologySpreadConstraint';

/** Evicts pods from topology domains that have too many of them. */
export const removePodsViolatingTopologySpreadConstraint = strategyOf({
  name: NAME,
  point: DeschedulingPoint.Balance,
  args: TOPOLOGY_SPREAD_ARGS,
  configure: (args) => {
    const { constraints, topologyBalanceNodeFit: needsFit } = args;
    const isSelected = podSelection(args);
    const actions = new Set(constraints.length > 0 ? constraints : ['DoNotSchedule']);
    return async (context) => {
      const marked = new Map<PodView, string>();
      const nodeDomains = new NodeDomains(context.nodes);
      for (const pods of podsByNamespace(context, isSelected)) {
        const labelled = new PodsByLabel(pods);
        for (const constraint of distinctConstraints(pods, actions, context.nodeFit)) {
          const selectable = labelled.inNamespace(pods[0]!.namespace, constraint.pair);
          balance(context, { constraint, pods: selectable, domains: nodeDomains.of(constraint), needsFit, marked });
        }
      }
      await evictMarked(context, marked);
    };
  },
});

/** Active pods that may be evicted, namespaces by name, pods in the order of their nodes. Protected pods do not count. */
function podsByNamespace({ nodes, evictor }: StrategyContext, isSelected: (pod: PodView) => boolean): PodView[][] {
  const byNamespace = new Map<string, PodView[]>();
  for (const node of nodes) {
    for (const pod of node.activePods()) {
      if (!isSelected(pod) || !evictor.isEvictable(pod)) continue;
      const list = byNamespace.get(pod.namespace);
      if (list) list.push(pod);
      else byNamespace.set(pod.namespace, [pod]);
    }
  }
  return [...byNamespace].sort(([a], [b]) => compareText(a, b)).map(([, pods]) => pods);
}

interface Balancing {
  readonly constraint: SpreadConstraint;
  readonly pods: readonly PodView[];
  /** Nodes that the constraint includes, by domain. */
  readonly domains: ReadonlyMap<string, readonly NodeView[]>;
  readonly needsFit: boolean;
  /** Pods to evict with the reason, in the order in which they were chosen. */
  readonly marked: Map<PodView, string>;
}

/** Marks the pods whose departure brings the domains of one constraint within its skew. */
function balance(context: StrategyContext, { constraint, pods, domains: eligible, needsFit, marked }: Balancing): void {
  const { nodeFit, evictor, behaviour } = context;
  const unordered = domainsOf(constraint, eligible, pods);
  if (isBalanced(unordered, constraint.maxSkew)) return;
  const domains = orderDomains(unordered, {
    isEvictable: (pod) => evictor.isEvictable(pod),
    victim: behaviour.topologyVictim,
  });
  const total = domains.reduce((sum, domain) => sum + domain.pods.length, 0);
  const mean = total / domains.length;
  const below = nodesBelowMean(domains, mean, eligible);
  const reason = `topology ${constraint.topologyKey} is skewed by more than ${constraint.maxSkew}`;
  let i = 0;
  let j = domains.length - 1;
  while (i < j) {
    if (domains[j]!.pods.length <= mean) j--;
    const large = domains[j]!;
    const small = domains[i]!;
    const move = podsToMove(large.pods.length, small.pods.length, { mean, maxSkew: constraint.maxSkew });
    if (move <= 0) {
      i++;
      continue;
    }
    const movable = large.pods.filter((pod) => nodeFit.fitsAnyOther(pod, below));
    const canMove = new Set(movable);
    large.pods = [...large.pods.filter((pod) => !canMove.has(pod)), ...movable];
    const taken = large.pods.splice(large.pods.length - move);
    for (const pod of taken) {
      if (!needsFit || canMove.has(pod)) {
        if (!marked.has(pod)) marked.set(pod, reason);
      } else context.spare(pod, reason, 'pod does not fit on any node of a smaller domain');
    }
    small.pods.push(...taken);
  }
}

/** Returns how many pods go from a large to a small domain: neither crosses the mean, and no more than half the excess moves. */
function podsToMove(large: number, small: number, { mean, maxSkew }: { mean: number; maxSkew: number }): number {
  const skew = large - small;
  if (skew <= maxSkew) return 0;
  return Math.min(Math.ceil(large - mean), Math.ceil(mean - small), Math.ceil((skew - maxSkew) / 2));
}

async function evictMarked(context: StrategyContext, marked: ReadonlyMap<PodView, string>): Promise<void> {
  const fullNodes = new Set<string>();
  for (const [pod, reason] of marked) {
    const nodeName = pod.node!.name;
    if (fullNodes.has(nodeName)) continue;
    const obstacle = context.evictor.heldBackBecause(pod);
    if (obstacle !== undefined) {
      context.spare(pod, reason, obstacle);
      continue;
    }
    const outcome = await context.evict(pod, reason);
    if (outcome === EvictionOutcome.TotalLimit) return;
    if (outcome === EvictionOutcome.NodeLimit) fullNodes.add(nodeName);
  }
}
