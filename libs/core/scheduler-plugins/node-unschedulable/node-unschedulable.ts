import { isTolerated, TaintEffect, WellKnownTaint, type Node, type Pod } from '@orrery/api-types';
import {
  ActionType,
  EventResource,
  podUid,
  QueueingHint,
  RuleScope,
  SUCCESS,
  unresolvable,
  type ClusterEvent,
  type CycleState,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type MessageGeneration,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type Status,
} from '@orrery/scheduling';

const CORDON_TAINT = { key: WellKnownTaint.Unschedulable, effect: TaintEffect.NoSchedule };
const REASON: Readonly<Record<MessageGeneration, string>> = {
  '1.8': 'NodeUnschedulable',
  '1.11': 'node(s) were unschedulable',
  '1.20': 'node(s) were unschedulable',
  '1.32': 'node(s) were unschedulable',
};

/** Cordoned nodes take only pods that tolerate the cordon's taint. */
export class NodeUnschedulable implements FilterPlugin, EnqueueExtensions {
  readonly name = 'NodeUnschedulable';
  readonly filterScope = RuleScope.Node;
  private readonly cordoned: Status;

  constructor({ behaviour }: PluginHandle) {
    this.cordoned = unresolvable(this.name, REASON[behaviour.messages]);
  }

  filter(_state: CycleState, { pod }: PodInfo, { node }: NodeInfo): Status {
    if (node?.spec?.unschedulable !== true || isTolerated(CORDON_TAINT, pod.spec.tolerations)) return SUCCESS;
    return this.cordoned;
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [
      { resource: EventResource.Node, actions: ActionType.Add | ActionType.UpdateNodeTaint, hint: becameSchedulable },
      { resource: EventResource.Pod, actions: ActionType.UpdatePodTolerations, hint: toleratesCordonNow },
    ];
  }
}

function becameSchedulable(_pod: PodInfo, event: ClusterEvent): QueueingHint {
  const wasCordoned = !event.before || (event.before as Node).spec?.unschedulable === true;
  const isCordoned = (event.after as Node).spec?.unschedulable === true;
  return wasCordoned && !isCordoned ? QueueingHint.Queue : QueueingHint.Skip;
}

function toleratesCordonNow(pod: PodInfo, event: ClusterEvent): QueueingHint {
  const changed = event.after as Pod;
  const isSelf = podUid(changed) === pod.uid;
  return isSelf && isTolerated(CORDON_TAINT, changed.spec.tolerations) ? QueueingHint.Queue : QueueingHint.Skip;
}
