import { compileNodeSelector, type Node, type NodeMatcher } from '@orrery/api-types';
import {
  ActionType,
  errorStatus,
  EventResource,
  normalizeByMaximum,
  pinnedNodeNames,
  QueueingHint,
  requiredNodeAffinityOf,
  RuleScope,
  SKIP,
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
  type PodShape,
  type PreFilterAnswer,
  type PreFilterPlugin,
  type PreScorePlugin,
  type RequiredNodeAffinity,
  type ScorePlugin,
  type Status,
} from '@orrery/scheduling';
import { addedAffinity, type NodeAffinityArgs } from './args';
import { preferredTermsOf, type PreferredTerm } from './preferred-terms';

const POD_REASON: Readonly<Record<MessageGeneration, string>> = {
  '1.8': 'MatchNodeSelector',
  '1.11': "node(s) didn't match node selector",
  '1.20': "node(s) didn't match Pod's node affinity",
  '1.32': "node(s) didn't match Pod's node affinity/selector",
};
const ADDED_REASON = "node(s) didn't match scheduler-enforced node affinity";
const CONFLICT_REASON = 'pod affinity terms conflict';

interface Preferences {
  readonly terms: readonly PreferredTerm[];
  readonly error: Status | undefined;
}

/** Node selector and node affinity of the pod, and affinity added by the administrator. */
export class NodeAffinity implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {
  readonly name = 'NodeAffinity';
  readonly filterScope = RuleScope.Node;
  readonly scoreScope = RuleScope.Node;
  private readonly matchesAdded: NodeMatcher | undefined;
  private readonly addedTerms: readonly PreferredTerm[];
  private readonly hasAddedPreferences: boolean;
  private readonly podMismatch: Status;
  private readonly addedMismatch: Status;
  /** Selectors and terms are the same for all pods of a shape. */
  private readonly required = new WeakMap<PodShape, RequiredNodeAffinity>();
  private readonly preferred = new WeakMap<PodShape, Preferences>();

  constructor(
    args: NodeAffinityArgs,
    private readonly handle: PluginHandle,
  ) {
    const { required, preferred } = addedAffinity(args);
    const read = preferredTermsOf(preferred);
    this.matchesAdded = required && compileNodeSelector(required);
    this.addedTerms = 'error' in read ? [] : read.terms;
    this.hasAddedPreferences = preferred.length > 0;
    this.podMismatch = unresolvable(this.name, POD_REASON[handle.behaviour.messages]);
    this.addedMismatch = unresolvable(this.name, ADDED_REASON);
  }

  preFilter(_state: CycleState, info: PodInfo): PreFilterAnswer {
    if (!this.matchesAdded && this.requiredOf(info).isEmpty) return { status: SKIP };
    if (!this.handle.behaviour.cycle.preFilterNodeSets) return { status: SUCCESS };
    const terms = info.pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    const nodeNames = pinnedNodeNames(terms?.nodeSelectorTerms ?? []);
    if (!nodeNames) return { status: SUCCESS };
    if (nodeNames.size === 0) return { status: unresolvable(this.name, CONFLICT_REASON) };
    return { status: SUCCESS, nodeNames };
  }

  filter(_state: CycleState, info: PodInfo, { node }: NodeInfo): Status {
    if (!node) return this.podMismatch;
    if (this.matchesAdded && !this.matchesAdded(node)) return this.addedMismatch;
    return this.requiredOf(info).matches(node) ? SUCCESS : this.podMismatch;
  }

  preScore(_state: CycleState, info: PodInfo): Status {
    const own = info.pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution;
    if (!own && !this.hasAddedPreferences) return SKIP;
    return this.preferencesOf(info).error ?? SUCCESS;
  }

  /** Sum of the weights of matching preferences. */
  score(_state: CycleState, info: PodInfo, { node }: NodeInfo): number | Status {
    const { terms, error } = this.preferencesOf(info);
    if (error) return error;
    let sum = 0;
    if (!node) return sum;
    for (const { weight, matches } of this.addedTerms) if (matches(node)) sum += weight;
    for (const { weight, matches } of terms) if (matches(node)) sum += weight;
    return sum;
  }

  normalizeScore(_state: CycleState, _pod: PodInfo, scores: Float64Array): void {
    normalizeByMaximum(scores, this.handle.behaviour.score.scale, false);
  }

  eventsToRegister(): readonly EventRegistration[] {
    return [
      {
        resource: EventResource.Node,
        actions: ActionType.Add | ActionType.UpdateNodeLabel,
        hint: (pod, event) => this.nodeBecameMatching(pod, event),
      },
    ];
  }

  private nodeBecameMatching(info: PodInfo, event: ClusterEvent): QueueingHint {
    const matches = (node: Node): boolean =>
      (!this.matchesAdded || this.matchesAdded(node)) && this.requiredOf(info).matches(node);
    const matchedBefore = event.before !== undefined && matches(event.before as Node);
    return !matchedBefore && matches(event.after as Node) ? QueueingHint.Queue : QueueingHint.Skip;
  }

  private requiredOf({ pod, shape }: PodInfo): RequiredNodeAffinity {
    let required = this.required.get(shape);
    if (!required) this.required.set(shape, (required = requiredNodeAffinityOf(pod)));
    return required;
  }

  private preferencesOf({ pod, shape }: PodInfo): Preferences {
    let preferences = this.preferred.get(shape);
    if (!preferences) {
      const raw = pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
      const read = preferredTermsOf(raw);
      preferences =
        'error' in read
          ? { terms: [], error: errorStatus(this.name, read.error) }
          : { terms: read.terms, error: undefined };
      this.preferred.set(shape, preferences);
    }
    return preferences;
  }
}
