import {
  ActionType,
  EventResource,
  RuleScope,
  SUCCESS,
  unresolvable,
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

const REASON: Readonly<Record<MessageGeneration, string>> = {
  '1.8': 'HostName',
  '1.11': "node(s) didn't match the requested hostname",
  '1.20': "node(s) didn't match the requested hostname",
  '1.32': "node(s) didn't match the requested node name",
};

/** A pod that names its node fits there only. Such pods never queue; the rule matters to simulations. */
export class NodeName implements FilterPlugin, EnqueueExtensions {
  readonly name = 'NodeName';
  readonly filterScope = RuleScope.Node;
  private readonly mismatch: Status;

  constructor({ behaviour }: PluginHandle) {
    this.mismatch = unresolvable(this.name, REASON[behaviour.messages]);
  }

  filter(_state: CycleState, { pod }: PodInfo, node: NodeInfo): Status {
    const wanted = pod.spec.nodeName;
    return !wanted || wanted === node.name ? SUCCESS : this.mismatch;
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [{ resource: EventResource.Node, actions: ActionType.Add }];
  }
}
