import { findUntoleratedTaint, type Node, type Pod } from '@orrery/api-types';
import { labelOf, requiredNodeAffinityOf, type NodeMask, type TopologyIndex } from '@orrery/scheduling';
import type { SpreadConstraint } from './spread-constraint';

/** Criteria of the nodes that take part in one constraint of a pod. */
interface Participation {
  readonly pod: Pod;
  readonly constraint: SpreadConstraint;
  /** Labels that a node must have. */
  readonly keys: readonly string[];
}

/**
 * Nodes that have all the keys and that the constraint's inclusion policies admit. Undefined where these are simply
 * the nodes that have the constraint's own key, which its column knows.
 */
export function participatingNodes(
  topology: TopologyIndex,
  { pod, constraint, keys }: Participation,
): NodeMask | undefined {
  const { spec } = pod;
  const affinity = requiredNodeAffinityOf(pod);
  const honoursAffinity = constraint.honoursAffinity && !affinity.isEmpty;
  const others = [...new Set(keys)].filter((key) => key !== constraint.topologyKey).sort();
  if (others.length === 0 && !honoursAffinity && !constraint.honoursTaints) return undefined;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const key = JSON.stringify([
    others,
    honoursAffinity ? [spec.nodeSelector, required] : null,
    constraint.honoursTaints ? (spec.tolerations ?? []) : null,
  ]);
  return topology.mask(
    key,
    (node: Node) =>
      others.every((other) => labelOf(node, other) !== undefined) &&
      (!honoursAffinity || affinity.matches(node)) &&
      (!constraint.honoursTaints || !findUntoleratedTaint(node.spec?.taints, spec.tolerations)),
  );
}
