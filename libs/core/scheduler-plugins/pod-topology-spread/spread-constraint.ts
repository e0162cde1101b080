import {
  LabelOperator,
  labelSelectorRequirements,
  matchesRequirements,
  type LabelRequirement,
  type LabelSelector,
  type Pod,
} from '@orrery/api-types';
import { labelledPods, selectionByLabels, type Behaviour, type PodSelection } from '@orrery/scheduling';

/** A constraint as it is written in pods and arguments. */
export interface RawConstraint {
  readonly maxSkew?: number;
  readonly topologyKey?: string;
  readonly whenUnsatisfiable?: string;
  readonly labelSelector?: LabelSelector | null;
  readonly minDomains?: number;
  readonly nodeAffinityPolicy?: string;
  readonly nodeTaintsPolicy?: string;
  readonly matchLabelKeys?: readonly string[];
}

/** Action where a constraint is not satisfied. */
export type SpreadAction = 'DoNotSchedule' | 'ScheduleAnyway';

/** A compiled constraint of one pod. */
export interface SpreadConstraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  /** Minimum number of domains; with fewer the smallest count is taken as 0. */
  readonly minDomains: number;
  /** Nodes that the pod's node selector and required node affinity exclude take no part. */
  readonly honoursAffinity: boolean;
  /** Nodes with hard taints that the pod does not tolerate take no part. */
  readonly honoursTaints: boolean;
  /** Pods that are counted; undefined: none. */
  readonly selection: PodSelection | undefined;
  /** The pod itself would be counted. */
  readonly matchesItself: boolean;
}

type Knobs = Pick<Behaviour, 'pod' | 'spread'>;

/** The pod's own constraints of one kind. */
export function ownConstraints(pod: Pod, action: SpreadAction, knobs: Knobs): readonly SpreadConstraint[] {
  const raw = (pod.spec.topologySpreadConstraints ?? []) as readonly RawConstraint[];
  const own = raw.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action);
  return own.map((constraint) =>
    readConstraint(constraint, { pod, knobs, selector: selectorOf(constraint, pod, knobs) }),
  );
}

/** Constraints that apply to pods without own ones, with the pod's default selector. */
export function defaultConstraints(
  raw: readonly RawConstraint[],
  pod: Pod,
  { selector, knobs }: { readonly selector: readonly LabelRequirement[]; readonly knobs: Knobs },
): readonly SpreadConstraint[] {
  return raw.map((constraint) => readConstraint(constraint, { pod, knobs, selector }));
}

interface Reading {
  readonly pod: Pod;
  readonly knobs: Knobs;
  readonly selector: readonly LabelRequirement[] | undefined;
}

function readConstraint(raw: RawConstraint, { pod, knobs, selector }: Reading): SpreadConstraint {
  const { nodeInclusionPolicies, minDomains } = knobs.pod;
  const countsNone = !selector || (selector.length === 0 && knobs.spread.emptySelector === 'countsNone');
  return {
    topologyKey: raw.topologyKey ?? '',
    maxSkew: raw.maxSkew ?? 1,
    minDomains: minDomains ? (raw.minDomains ?? 1) : 0,
    honoursAffinity: !nodeInclusionPolicies || raw.nodeAffinityPolicy !== 'Ignore',
    honoursTaints: nodeInclusionPolicies && raw.nodeTaintsPolicy === 'Honor',
    selection: countsNone ? undefined : selectionByLabels(pod.metadata.namespace ?? '', selector),
    matchesItself: selector !== undefined && matchesRequirements(selector, labelledPods(pod).labels),
  };
}

/** The selector with matchLabelKeys merged into it; undefined selects nothing. */
function selectorOf(
  { labelSelector, matchLabelKeys = [] }: RawConstraint,
  { metadata: { labels = {} } }: Pod,
  { pod: { matchLabelKeys: readsKeys } }: Knobs,
): readonly LabelRequirement[] | undefined {
  const requirements = labelSelectorRequirements(labelSelector);
  if (!readsKeys) return requirements;
  const added = matchLabelKeys
    .filter((key) => Object.hasOwn(labels, key))
    .map((key) => ({ key, operator: LabelOperator.Equals, values: [labels[key]!] }));
  return added.length === 0 ? requirements : [...added, ...(requirements ?? [])];
}
