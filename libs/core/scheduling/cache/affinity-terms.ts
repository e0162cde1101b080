import { compileLabelSelector, type LabelMatcher, type LabelSelector, type Pod } from '@orrery/api-types';

/** One term of pod affinity or anti-affinity, ready to be asked. */
export interface AffinityTerm {
  readonly topologyKey: string;
  /** Namespaces named by the term; the owner's own if it names none and has no namespace selector. */
  readonly namespaces: ReadonlySet<string>;
  /** Selects further namespaces by their labels; undefined if the term has none. */
  readonly matchesNamespace: LabelMatcher | undefined;
  readonly matchesLabels: LabelMatcher;
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

/** Labels of a namespace by name; undefined if there is no such namespace. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>> | undefined;

interface RawTerm {
  readonly topologyKey?: string;
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: LabelSelector;
  readonly labelSelector?: LabelSelector;
}
interface RawWeightedTerm {
  readonly weight?: number;
  readonly podAffinityTerm?: RawTerm;
}
interface RawAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly RawTerm[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly RawWeightedTerm[];
}

/** Parses a pod's terms; undefined if it has no pod affinity and no anti-affinity. */
export function affinityTermsOf(pod: Pod): PodAffinityTerms | undefined {
  const affinity = pod.spec.affinity?.podAffinity as RawAffinity | undefined;
  const antiAffinity = pod.spec.affinity?.podAntiAffinity as RawAffinity | undefined;
  if (!affinity && !antiAffinity) return undefined;
  return {
    requiredAffinity: required(pod, affinity),
    requiredAntiAffinity: required(pod, antiAffinity),
    preferredAffinity: preferred(pod, affinity),
    preferredAntiAffinity: preferred(pod, antiAffinity),
  };
}

/** Whether a term selects a pod: the namespace is among the term's, and the labels match. */
export function termSelectsPod(term: AffinityTerm, pod: Pod, namespaceLabels: NamespaceLabels): boolean {
  const namespace = pod.metadata.namespace ?? '';
  const inNamespace =
    term.namespaces.has(namespace) || term.matchesNamespace?.(namespaceLabels(namespace) ?? {}) === true;
  return inNamespace && term.matchesLabels(pod.metadata.labels ?? {});
}

function required(pod: Pod, affinity: RawAffinity | undefined): AffinityTerm[] {
  return (affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => termOf(pod, term, 0));
}

function preferred(pod: Pod, affinity: RawAffinity | undefined): AffinityTerm[] {
  return (affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((weighted) =>
    termOf(pod, weighted.podAffinityTerm ?? {}, weighted.weight ?? 0),
  );
}

function termOf(pod: Pod, raw: RawTerm, weight: number): AffinityTerm {
  const named = raw.namespaces ?? [];
  const ownOnly = named.length === 0 && !raw.namespaceSelector;
  return {
    topologyKey: raw.topologyKey ?? '',
    namespaces: new Set(ownOnly ? [pod.metadata.namespace ?? ''] : named),
    matchesNamespace: raw.namespaceSelector ? compileLabelSelector(raw.namespaceSelector) : undefined,
    matchesLabels: compileLabelSelector(raw.labelSelector),
    weight,
  };
}
