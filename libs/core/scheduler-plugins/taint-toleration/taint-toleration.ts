import { findUntoleratedTaint, isTolerated, TaintEffect, type Node, type Pod, type Taint } from '@orrery/api-types';
import {
  ActionType,
  EventResource,
  normalizeByMaximum,
  podUid,
  QueueingHint,
  RuleScope,
  SUCCESS,
  unresolvable,
  type Behaviour,
  type ClusterEvent,
  type CycleState,
  type EnqueueExtensions,
  type EventRegistration,
  type FilterPlugin,
  type MessageGeneration,
  type NodeInfo,
  type PluginHandle,
  type PodInfo,
  type ScorePlugin,
  type Status,
} from '@orrery/scheduling';

const TAINT_TEXTS: Readonly<Record<MessageGeneration, (taint: Taint) => string>> = {
  '1.8': () => 'PodToleratesNodeTaints',
  '1.11': () => "node(s) had taints that the pod didn't tolerate",
  '1.20': ({ key, value }) => `node(s) had taint {${key}: ${value ?? ''}}, that the pod didn't tolerate`,
  '1.32': ({ key, value }) => `node(s) had untolerated taint {${key}: ${value ?? ''}}`,
};

/** Returns the reason why a pod that does not tolerate a taint has no place on a node. */
export function untoleratedTaint({ messages, taints }: Behaviour, taint: Taint): string {
  return taints.named ? TAINT_TEXTS[messages](taint) : 'node(s) had untolerated taint(s)';
}

/** Hard taints keep pods away that do not tolerate them; PreferNoSchedule taints lower the score. */
export class TaintToleration implements FilterPlugin, ScorePlugin, EnqueueExtensions {
  readonly name = 'TaintToleration';
  readonly filterScope = RuleScope.Node;
  readonly scoreScope = RuleScope.Node;

  constructor(private readonly handle: PluginHandle) {}

  filter(_state: CycleState, { pod }: PodInfo, { node }: NodeInfo): Status {
    const taint = findUntoleratedTaint(node?.spec?.taints, pod.spec.tolerations);
    return taint ? unresolvable(this.name, untoleratedTaint(this.handle.behaviour, taint)) : SUCCESS;
  }

  /** Number of PreferNoSchedule taints that no toleration for that effect tolerates. */
  score(_state: CycleState, { pod }: PodInfo, { node }: NodeInfo): number {
    let intolerable = 0;
    for (const taint of node?.spec?.taints ?? []) {
      if (taint.effect !== TaintEffect.PreferNoSchedule) continue;
      if (!isTolerated(taint, pod.spec.tolerations)) intolerable++;
    }
    return intolerable;
  }

  normalizeScore(_state: CycleState, _pod: PodInfo, scores: Float64Array): void {
    normalizeByMaximum(scores, this.handle.behaviour.score.scale, true);
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [
      { resource: EventResource.Node, actions: ActionType.Add | ActionType.UpdateNodeTaint, hint: becameTolerable },
      { resource: EventResource.Pod, actions: ActionType.UpdatePodTolerations, hint: isOwnChange },
    ];
  }
}

function becameTolerable({ pod }: PodInfo, event: ClusterEvent): QueueingHint {
  const isTolerable = (node: Node): boolean => !findUntoleratedTaint(node.spec?.taints, pod.spec.tolerations);
  const wasTolerable = event.before !== undefined && isTolerable(event.before as Node);
  return !wasTolerable && isTolerable(event.after as Node) ? QueueingHint.Queue : QueueingHint.Skip;
}

function isOwnChange(pod: PodInfo, event: ClusterEvent): QueueingHint {
  return podUid(event.after as Pod) === pod.uid ? QueueingHint.Queue : QueueingHint.Skip;
}
