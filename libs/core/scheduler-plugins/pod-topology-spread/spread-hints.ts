import type { Node, Pod } from '@orrery/api-types';
import {
  ActionType,
  differs,
  EventResource,
  isAssigned,
  labelledPods,
  labelOf,
  podUid,
  QueueingHint,
  type ClusterEvent,
  type EventRegistration,
  type PodInfo,
} from '@orrery/scheduling';
import type { PodSpreadTables } from './pod-spread-tables';
import type { SpreadConstraint } from './spread-constraint';

/** Events that may make room for a pod that PodTopologySpread rejected (spec scheduler 2.6). */
export function spreadEvents(tables: PodSpreadTables): readonly EventRegistration[] {
  const hard = (pod: PodInfo): readonly SpreadConstraint[] => tables.constraintsOf(pod, 'DoNotSchedule');
  return [
    {
      resource: EventResource.Pod,
      actions: ActionType.Add | ActionType.Delete | ActionType.UpdatePodLabel,
      hint: (pod, event) => answer(isHelpfulPodEvent(pod, event, hard(pod))),
    },
    {
      resource: EventResource.Pod,
      actions: ActionType.UpdatePodTolerations,
      hint: (pod, { after }) =>
        answer(podUid(after as Pod) === pod.uid && hard(pod).some(({ honoursTaints }) => honoursTaints)),
    },
    {
      resource: EventResource.Node,
      actions: ActionType.Add | ActionType.Delete | ActionType.UpdateNodeLabel | ActionType.UpdateNodeTaint,
      hint: (pod, event) => answer(isHelpfulNodeEvent(event, hard(pod))),
    },
  ];
}

/** A pod that the constraints count came, went, or is counted otherwise now; also the rejected pod's own labels. */
function isHelpfulPodEvent(
  pod: PodInfo,
  { before, after }: ClusterEvent,
  constraints: readonly SpreadConstraint[],
): boolean {
  const [was, is] = [before, after] as [Pod | undefined, Pod | undefined];
  const other = (is ?? was)!;
  const isItself = podUid(other) === pod.uid;
  if (!isItself && !isAssigned(other)) return false;
  // A change of the pod's own labels may change its selectors, which are made of them where keys are matched.
  if (isItself && was && is) return differs(was.metadata.labels, is.metadata.labels);
  return constraints.some(({ selection }) => {
    const counted = was !== undefined && isCounted(selection, was);
    const counts = is !== undefined && isCounted(selection, is);
    return counted !== counts;
  });
}

/** Terminating pods count no more, but their last departure is still of interest to pods that sleep. */
function isCounted(selection: SpreadConstraint['selection'], pod: Pod): boolean {
  return selection?.selects({ ...labelledPods(pod), isTerminating: false }) === true;
}

function isHelpfulNodeEvent({ before, after }: ClusterEvent, constraints: readonly SpreadConstraint[]): boolean {
  const [was, is] = [before, after] as [Node | undefined, Node | undefined];
  const hasAllKeys = (node: Node): boolean =>
    constraints.every(({ topologyKey }) => labelOf(node, topologyKey) !== undefined);
  if (!was || !is) return hasAllKeys((is ?? was)!);
  if (hasAllKeys(was) !== hasAllKeys(is)) return true;
  if (!hasAllKeys(is)) return false;
  return (
    constraints.some(({ topologyKey }) => labelOf(was, topologyKey) !== labelOf(is, topologyKey)) ||
    differs(was.spec?.taints, is.spec?.taints)
  );
}

function answer(helps: boolean): QueueingHint {
  return helps ? QueueingHint.Queue : QueueingHint.Skip;
}
