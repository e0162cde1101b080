import type { Pod } from '@orrery/api-types';
import {
  ActionType,
  EventResource,
  hasNodeOrNomination,
  hostPortsOf,
  portsConflict,
  QueueingHint,
  reasonTexts,
  RuleScope,
  SKIP,
  SUCCESS,
  unschedulable,
  type ClusterEvent,
  type CycleState,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type PreFilterAnswer,
  type PreFilterPlugin,
  type Status,
} from '@orrery/scheduling';

const REASON = reasonTexts('PodFitsHostPorts', "node(s) didn't have free ports for the requested pod ports");

/** Two pods on one node cannot hold the same host port. */
export class NodePorts implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {
  readonly name = 'NodePorts';
  readonly filterScope = RuleScope.Node;
  private readonly occupied: Status;

  constructor(private readonly handle: PluginHandle) {
    this.occupied = unschedulable(this.name, REASON[handle.behaviour.messages]);
  }

  preFilter(_state: CycleState, { shape }: PodInfo): PreFilterAnswer {
    return { status: shape.hostPorts.length === 0 ? SKIP : SUCCESS };
  }

  filter(_state: CycleState, { shape }: PodInfo, { usedPorts }: NodeInfo): Status {
    for (const wanted of shape.hostPorts) {
      if (usedPorts.conflictsWith(wanted)) return this.occupied;
    }
    return SUCCESS;
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [
      { resource: EventResource.Pod, actions: ActionType.Delete, hint: (pod, event) => this.freedPort(pod, event) },
      { resource: EventResource.Node, actions: ActionType.Add },
    ];
  }

  private freedPort({ shape }: PodInfo, event: ClusterEvent): QueueingHint {
    const deleted = event.before as Pod;
    if (!hasNodeOrNomination(deleted)) return QueueingHint.Skip;
    const freed = hostPortsOf(deleted, this.handle.behaviour.ports.sidecars);
    const helps = freed.some((port) => shape.hostPorts.some((wanted) => portsConflict(wanted, port)));
    return helps ? QueueingHint.Queue : QueueingHint.Skip;
  }
}
