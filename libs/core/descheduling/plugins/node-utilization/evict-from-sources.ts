import { tolerates, type Pod } from '@orrery/api-types';
import { sortForEviction } from '../../cluster/pod-order';
import type { NodeView, PodView } from '../../cluster/cluster-views';
import type { Amounts } from '../../cluster/pod-requests';
import { EvictionOutcome } from '../../run/eviction-outcome';
import type { StrategyContext } from '../../run/strategy';
import type { NodeUsage, UsageSource } from './node-usage';

/** A source or destination with the most it may use. */
export interface CeiledNode extends NodeUsage {
  readonly ceiling: Amounts;
}

/** Parameters of a move of pods from source nodes to destinations. */
export interface Relocation {
  /** In the order in which they are visited. */
  readonly sources: readonly CeiledNode[];
  readonly destinations: readonly CeiledNode[];
  readonly source: UsageSource;
  readonly isRemovable: (pod: PodView) => boolean;
  readonly isNamespaceAllowed: (namespace: string) => boolean;
  /** Returns whether the source itself still wants to lose pods. */
  readonly wantsLess: (node: CeiledNode) => boolean;
  /** Maximum number of pods to evict from one node. */
  readonly perNode?: number;
  readonly reason: string;
}

/** Evicts pods from the sources while the destinations have room, measured by the sum of their free amounts. */
export async function evictFromSources(context: StrategyContext, relocation: Relocation): Promise<void> {
  const { sources, destinations, source, isRemovable, reason } = relocation;
  const available = Object.create(null) as Record<string, number>;
  for (const resource of source.resources) {
    available[resource] = destinations.reduce(
      (sum, { ceiling, usage }) => sum + ceiling[resource]! - usage[resource]!,
      0,
    );
  }
  const reaches = taintTest(destinations.map(({ node }) => node));
  for (const node of sources) {
    const removable = node.node.activePods().filter((pod) => {
      const protections = context.evictor.protectedBecause(pod);
      if (protections.length > 0) context.spare(pod, reason, protections.join(', '));
      return protections.length === 0 && isRemovable(pod);
    });
    sortForEviction(removable, context.behaviour);
    const end = await evictFromSource(context, relocation, { node, removable, available, reaches });
    if (end === EvictionOutcome.TotalLimit) return;
  }
}

interface SourceTurn {
  readonly node: CeiledNode;
  readonly removable: readonly PodView[];
  readonly available: Record<string, number>;
  readonly reaches: (pod: Pod) => boolean;
}

async function evictFromSource(
  context: StrategyContext,
  relocation: Relocation,
  { node, removable, available, reaches }: SourceTurn,
): Promise<EvictionOutcome | undefined> {
  const { source, perNode, reason } = relocation;
  const mayContinue = (): boolean =>
    relocation.wantsLess(node) && source.resources.every((resource) => available[resource]! > 0);
  let evicted = 0;
  if (removable.length === 0 || !mayContinue()) return undefined;
  for (const pod of removable) {
    if (perNode !== undefined && evicted >= perNode) return undefined;
    const obstacle = obstacleOf(pod, context, relocation, reaches);
    if (obstacle !== undefined) {
      context.spare(pod, reason, obstacle);
      continue;
    }
    const leaving = source.usageOfPod(pod);
    if (leaving === 'skip') {
      context.spare(pod, reason, 'pod has no usage metrics');
      continue;
    }
    const outcome = await context.evict(pod, reason);
    if (outcome === EvictionOutcome.TotalLimit || outcome === EvictionOutcome.NodeLimit) return outcome;
    if (outcome !== EvictionOutcome.Evicted) continue;
    evicted++;
    if (leaving === 'unknown') {
      // What the pod used cannot be subtracted, so one is all that may go without a limit of its own.
      if (perNode === undefined) return undefined;
      continue;
    }
    for (const resource of source.resources) {
      node.usage[resource]! -= leaving[resource] ?? 0;
      available[resource]! -= leaving[resource] ?? 0;
    }
    if (!mayContinue()) return undefined;
  }
  return undefined;
}

function obstacleOf(
  pod: PodView,
  { evictor }: StrategyContext,
  { isNamespaceAllowed }: Relocation,
  reaches: (pod: Pod) => boolean,
): string | undefined {
  if (!reaches(pod.pod)) return 'pod does not tolerate the taints of any destination';
  if (!isNamespaceAllowed(pod.namespace)) return 'namespace is excluded';
  return evictor.heldBackBecause(pod);
}

/**
 * Returns whether a pod tolerates all taints, of every effect, of some destination. A destination with more taints than the
 * pod has tolerations is not considered: a quirk of the real descheduler.
 */
function taintTest(destinations: readonly NodeView[]): (pod: Pod) => boolean {
  if (destinations.some(({ node }) => (node.spec?.taints ?? []).length === 0)) return () => true;
  const verdicts = new Map<string, boolean>();
  return ({ spec }) => {
    const tolerations = spec.tolerations ?? [];
    const key = JSON.stringify(tolerations);
    let verdict = verdicts.get(key);
    if (verdict === undefined) {
      verdict = destinations.some(({ node }) => {
        const taints = node.spec.taints ?? [];
        return (
          tolerations.length >= taints.length &&
          taints.every((taint) => tolerations.some((toleration) => tolerates(toleration, taint)))
        );
      });
      verdicts.set(key, verdict);
    }
    return verdict;
  };
}
