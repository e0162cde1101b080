import type { Node } from '@orrery/api-types';
import {
  ActionType,
  EventResource,
  QueueingHint,
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
  type ScorePlugin,
  type Status,
} from '@orrery/scheduling';
import type { NodeLabelArgs } from './args';

const REASON = "node(s) didn't have the requested labels";

/** Nodes by the mere presence of labels: `labelsPresence` as filter, `labelPreference` as score. */
export class NodeLabel implements FilterPlugin, ScorePlugin, EnqueueExtensions {
  readonly filterScope = RuleScope.Node;
  readonly scoreScope = RuleScope.Node;
  private readonly mismatch: Status;
  private readonly scale: number;

  constructor(
    private readonly args: NodeLabelArgs,
    { behaviour }: PluginHandle,
    readonly name: string,
  ) {
    this.mismatch = unresolvable(name, behaviour.messages === '1.8' ? 'CheckNodeLabelPresence' : REASON);
    this.scale = behaviour.score.scale;
  }

  filter(_state: CycleState, _pod: PodInfo, { node }: NodeInfo): Status {
    return node && this.isWanted(node) ? SUCCESS : this.mismatch;
  }

  /** S for each preference that the node meets, averaged over the preferences. */
  score(_state: CycleState, _pod: PodInfo, { node }: NodeInfo): number {
    const { presentLabelsPreference: present, absentLabelsPreference: absent } = this.args;
    const count = present.length + absent.length;
    if (count === 0 || !node) return 0;
    let sum = 0;
    for (const label of present) if (hasLabel(node, label)) sum += this.scale;
    for (const label of absent) if (!hasLabel(node, label)) sum += this.scale;
    return Math.trunc(sum / count);
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [
      {
        resource: EventResource.Node,
        actions: ActionType.Add | ActionType.UpdateNodeLabel,
        hint: (_pod, { before, after }) => {
          const wasWanted = before !== undefined && this.isWanted(before as Node);
          return !wasWanted && this.isWanted(after as Node) ? QueueingHint.Queue : QueueingHint.Skip;
        },
      },
    ];
  }

  private isWanted(node: Node): boolean {
    for (const label of this.args.presentLabels) if (!hasLabel(node, label)) return false;
    for (const label of this.args.absentLabels) if (hasLabel(node, label)) return false;
    return true;
  }
}

function hasLabel({ metadata: { labels } }: Node, label: string): boolean {
  return labels !== undefined && Object.hasOwn(labels, label);
}
