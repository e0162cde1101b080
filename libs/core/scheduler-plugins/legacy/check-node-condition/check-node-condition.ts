import type { Node } from '@orrery/api-types';
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

interface Wording {
  readonly notReady: string;
  readonly outOfDisk: string;
  readonly networkUnavailable: string;
  readonly unschedulable: string;
  readonly unknown: string;
}

const GUIDE: Wording = {
  notReady: 'NodeNotReady',
  outOfDisk: 'NodeOutOfDisk',
  networkUnavailable: 'NodeNetworkUnavailable',
  unschedulable: 'NodeUnschedulable',
  unknown: 'NodeUnknownCondition',
};
const SENTENCES: Wording = {
  notReady: 'node(s) were not ready',
  outOfDisk: 'node(s) were out of disk space',
  networkUnavailable: 'node(s) had unavailable network',
  unschedulable: 'node(s) were unschedulable',
  unknown: 'node(s) had unknown conditions',
};
const WORDING: Readonly<Record<MessageGeneration, Wording>> = {
  '1.8': GUIDE,
  '1.11': SENTENCES,
  '1.20': SENTENCES,
  '1.32': SENTENCES,
};

/**
 * Nodes that are not ready, out of disk, without network or cordoned take no pods, tolerated or not. A condition that
 * the node does not report counts for nothing. As `CheckNodeConditionPredicate` of v1.11
 * `pkg/scheduler/algorithm/predicates`.
 */
export class CheckNodeCondition implements FilterPlugin, EnqueueExtensions {
  readonly name = 'CheckNodeCondition';
  readonly filterScope = RuleScope.Node;
  private readonly wording: Wording;

  constructor({ behaviour }: PluginHandle) {
    this.wording = WORDING[behaviour.messages];
  }

  filter(_state: CycleState, _pod: PodInfo, { node }: NodeInfo): Status {
    const reasons = node ? this.reasonsOf(node) : [this.wording.unknown];
    return reasons.length === 0 ? SUCCESS : unresolvable(this.name, ...reasons);
  }

  eventsToRegister(): readonly EventRegistration[] {
    const actions = ActionType.Add | ActionType.UpdateNodeCondition | ActionType.UpdateNodeTaint;
    return [{ resource: EventResource.Node, actions }];
  }

  private reasonsOf({ spec, status }: Node): string[] {
    const { wording } = this;
    const reasons: string[] = [];
    for (const condition of status?.conditions ?? []) {
      if (condition.type === 'Ready' && condition.status !== 'True') reasons.push(wording.notReady);
      else if (condition.type === 'OutOfDisk' && condition.status !== 'False') reasons.push(wording.outOfDisk);
      else if (condition.type === 'NetworkUnavailable' && condition.status !== 'False') {
        reasons.push(wording.networkUnavailable);
      }
    }
    if (spec?.unschedulable) reasons.push(wording.unschedulable);
    return reasons;
  }
}
