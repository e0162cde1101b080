import {
  compileLabelSelector,
  labelSelectorRequirements,
  type LabelMatcher,
  type LabelSelector,
  type Pod,
} from '@orrery/api-types';
import type { Behaviour } from '../behaviour/behaviour';
import { demandedPairs } from '../topology/selector-index';

/** Compiled term of pod affinity or anti-affinity. */
export interface AffinityTerm {
  /** The same for equal terms of different pods. */
  readonly key: string;
  /** The same for terms that select the same pods. */
  readonly selectionKey: string;
  readonly topologyKey: string;
  /** Namespaces named by the term; the owner's own if it names none and has no namespace selector. */
  readonly namespaces: ReadonlySet<string>;
  /** Selects further namespaces by their labels; undefined if the term has none. */
  readonly matchesNamespace: LabelMatcher | undefined;
  readonly matchesLabels: LabelMatcher;
  /** Pairs `key NUL value` of which selected pods must have one; undefined: no such demand. */
  readonly pairs: readonly string[] | undefined;
  /** 1..100 of a preferred term; 0 of a required one. */
  readonly weight: number;
}

/** The terms of a pod, by kind. */
export interface PodAffinityTerms {
  readonly requiredAffinity: readonly AffinityTerm[];
  readonly requiredAntiAffinity: readonly AffinityTerm[];
  readonly preferredAffinity: readonly AffinityTerm[];
  readonly preferredAntiAffinity: readonly AffinityTerm[];
}

/** Returns the labels of a namespace by name; undefined if the namespace does not exist. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>> | undefined;

interface RawTerm {
  readonly topologyKey?: string;
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: LabelSelector;
  readonly labelSelector?: LabelSelector;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}
interface RawWeightedTerm {
  readonly weight?: number;
  readonly podAffinityTerm?: RawTerm;
}
interface RawAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly RawTerm[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly RawWeightedTerm[];
}
type TermKnobs = Pick<Behaviour['pod'], 'matchLabelKeys' | 'namespaceSelector'>;

const MAX_SETS = 4096;

/** Gives pods of the same namespace with the same terms the same object, so that others can remember by it. */
export class AffinityTermSets {
  private readonly sets = new Map<string, PodAffinityTerms>();

  constructor(private readonly knobs: TermKnobs) {}

  /** A pod's terms; undefined if it has no pod affinity and no anti-affinity. */
  termsOf(pod: Pod): PodAffinityTerms | undefined {
    const affinity = pod.spec.affinity?.podAffinity;
    const antiAffinity = pod.spec.affinity?.podAntiAffinity;
    if (!affinity && !antiAffinity) return undefined;
    let key = `${pod.metadata.namespace ?? ''}\n${JSON.stringify([affinity, antiAffinity])}`;
    if (this.knobs.matchLabelKeys && key.includes('atchLabelKeys"')) key += JSON.stringify(pod.metadata.labels);
    let terms = this.sets.get(key);
    if (!terms) {
      if (this.sets.size >= MAX_SETS) this.sets.clear();
      this.sets.set(key, (terms = readTerms(pod, this.knobs)));
    }
    return terms;
  }
}

/** Returns whether a term selects pods of a namespace with these labels: the namespace is among the term's, and the labels match. */
export function termSelects(
  term: AffinityTerm,
  { namespace, labels }: { readonly namespace: string; readonly labels: Readonly<Record<string, string>> },
  namespaceLabels: NamespaceLabels,
): boolean {
  const isNamespaceMeant =
    term.namespaces.has(namespace) || term.matchesNamespace?.(namespaceLabels(namespace) ?? {}) === true;
  return isNamespaceMeant && term.matchesLabels(labels);
}

/** Returns the result of {@link termSelects} for one pod. */
export function termSelectsPod(term: AffinityTerm, { metadata }: Pod, namespaceLabels: NamespaceLabels): boolean {
  const { namespace = '', labels = {} } = metadata;
  return termSelects(term, { namespace, labels }, namespaceLabels);
}

function readTerms(pod: Pod, knobs: TermKnobs): PodAffinityTerms {
  const affinity = pod.spec.affinity?.podAffinity as RawAffinity | undefined;
  const antiAffinity = pod.spec.affinity?.podAntiAffinity as RawAffinity | undefined;
  const required = (raw: RawAffinity | undefined): AffinityTerm[] =>
    (raw?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map((term) =>
      readTerm(pod, term, { weight: 0, knobs }),
    );
  const preferred = (raw: RawAffinity | undefined): AffinityTerm[] =>
    (raw?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm = {}, weight = 0 }) =>
      readTerm(pod, podAffinityTerm, { weight, knobs }),
    );
  return {
    requiredAffinity: required(affinity),
    requiredAntiAffinity: required(antiAffinity),
    preferredAffinity: preferred(affinity),
    preferredAntiAffinity: preferred(antiAffinity),
  };
}

function readTerm(
  pod: Pod,
  raw: RawTerm,
  { weight, knobs }: { readonly weight: number; readonly knobs: TermKnobs },
): AffinityTerm {
  const namespaceSelector = knobs.namespaceSelector ? raw.namespaceSelector : undefined;
  const named = raw.namespaces ?? [];
  const ownOnly = named.length === 0 && !namespaceSelector;
  const namespaces = new Set(ownOnly ? [pod.metadata.namespace ?? ''] : named);
  const labelSelector = knobs.matchLabelKeys ? withLabelKeys(raw, pod.metadata.labels ?? {}) : raw.labelSelector;
  const topologyKey = raw.topologyKey ?? '';
  const selectionKey = JSON.stringify([[...namespaces].sort(), namespaceSelector ?? null, labelSelector ?? null]);
  return {
    key: `${weight} ${topologyKey} ${selectionKey}`,
    selectionKey,
    topologyKey,
    namespaces,
    matchesNamespace: namespaceSelector ? compileLabelSelector(namespaceSelector) : undefined,
    matchesLabels: compileLabelSelector(labelSelector),
    pairs: demandedPairs(labelSelectorRequirements(labelSelector)),
    weight,
  };
}

/**
 * The selector with matchLabelKeys and mismatchLabelKeys merged into it. An API server does this when the pod is
 * created; a key that the selector already names was merged there, with the label the pod had then.
 */
function withLabelKeys(
  { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] }: RawTerm,
  labels: Readonly<Record<string, string>>,
): LabelSelector | undefined {
  if (!labelSelector || matchLabelKeys.length + mismatchLabelKeys.length === 0) return labelSelector;
  const expressions = labelSelector.matchExpressions ?? [];
  const isNew = (key: string): boolean =>
    Object.hasOwn(labels, key) && !expressions.some((expression) => expression.key === key);
  const added = [
    ...matchLabelKeys.filter(isNew).map((key) => ({ key, operator: 'In', values: [labels[key]!] })),
    ...mismatchLabelKeys.filter(isNew).map((key) => ({ key, operator: 'NotIn', values: [labels[key]!] })),
  ];
  return { ...labelSelector, matchExpressions: [...expressions, ...added] };
}
