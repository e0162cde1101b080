import type { DaemonSet, Node, Pod } from '@orrery/api-types';
import { nodeOfDaemonPod } from './daemon-pod';
import { nodeEligibility, type Eligibility } from './node-eligibility';

/** Node as a DaemonSet sees it. */
export interface DaemonNode extends Eligibility {
  readonly name: string;
  /** The set's pods that are on the node or meant for it, the oldest first. */
  readonly pods: readonly Pod[];
}

/** Pods of a DaemonSet by node. */
export interface DaemonNodes {
  readonly nodes: readonly DaemonNode[];
  /** Pods that wait for a node that does not exist, or for no certain one. */
  readonly lost: readonly Pod[];
}

/** Sorts a set's pods by the nodes there are. Pods that run on a node that is gone are the pod garbage collector's. */
export function daemonNodes(set: DaemonSet, nodes: Iterable<Node>, pods: readonly Pod[]): DaemonNodes {
  const byNode = new Map<string, Pod[]>();
  const lost: Pod[] = [];
  for (const pod of pods) {
    const name = nodeOfDaemonPod(pod);
    const others = name === undefined ? undefined : byNode.get(name);
    if (others) others.push(pod);
    else if (name !== undefined) byNode.set(name, [pod]);
    else lost.push(pod);
  }
  const eligibilityOf = nodeEligibility(set);
  const seen: DaemonNode[] = [];
  for (const node of nodes) {
    const { name } = node.metadata;
    const own = byNode.get(name) ?? [];
    byNode.delete(name);
    if (own.length > 1) own.sort(byAge);
    seen.push({ name, pods: own, ...eligibilityOf(node) });
  }
  for (const rest of byNode.values()) lost.push(...rest.filter(({ spec }) => !spec.nodeName));
  return { nodes: seen, lost };
}

/** Orders pods: those on a node before those that wait for it, then the oldest. */
function byAge(a: Pod, b: Pod): number {
  const isOnNode = Number(Boolean(b.spec.nodeName)) - Number(Boolean(a.spec.nodeName));
  if (isOnNode !== 0) return isOnNode;
  const [first, second] = [a.metadata.creationTimestamp, b.metadata.creationTimestamp];
  if (first !== second) return first < second ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}
