import { findUntoleratedTaint, TaintEffect } from '@orrery/api-types';
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
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type Status,
} from '@orrery/scheduling';
import { untoleratedTaint } from './taint-toleration';

const EFFECTS: readonly string[] = [TaintEffect.NoExecute];

/** TaintToleration's filter for those taints alone that would evict the pod again. */
export class PodToleratesNodeNoExecuteTaints implements FilterPlugin, EnqueueExtensions {
  readonly name = 'PodToleratesNodeNoExecuteTaints';
  readonly filterScope = RuleScope.Node;

  constructor(private readonly handle: PluginHandle) {}

  filter(_state: CycleState, { pod }: PodInfo, { node }: NodeInfo): Status {
    const taint = findUntoleratedTaint(node?.spec?.taints, pod.spec.tolerations, EFFECTS);
    return taint ? unresolvable(this.name, untoleratedTaint(this.handle.behaviour, taint)) : SUCCESS;
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [
      { resource: EventResource.Node, actions: ActionType.Add | ActionType.UpdateNodeTaint },
      { resource: EventResource.Pod, actions: ActionType.UpdatePodTolerations },
    ];
  }
}
