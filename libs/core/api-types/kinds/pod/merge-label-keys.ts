import type { KubeObject } from '../../objects';

interface Requirement {
  key: string;
  operator: string;
  values: string[];
}
interface Term {
  labelSelector?: { matchExpressions?: Requirement[] } | null;
  matchLabelKeys?: readonly string[];
  mismatchLabelKeys?: readonly string[];
}
interface Terms {
  requiredDuringSchedulingIgnoredDuringExecution?: Term[];
  preferredDuringSchedulingIgnoredDuringExecution?: { podAffinityTerm?: Term }[];
}

interface Affinity {
  podAffinity?: Terms;
  podAntiAffinity?: Terms;
}

/**
 * Writes `matchLabelKeys` and `mismatchLabelKeys` of a new pod's affinity into its selectors, so that later changes of
 * the pod's labels do not move it (v1.34 `pkg/registry/core/pod/strategy.go`). The pod is a draft that gets a spec of
 * its own then, because other pods may share the one that it has. Terms without selector select nothing and stay.
 */
export function mergeLabelKeys(pod: KubeObject): void {
  const spec = pod.spec as { affinity?: Affinity } | undefined;
  if (!spec?.affinity || !termsIn(spec.affinity).some(({ matchLabelKeys: a, mismatchLabelKeys: b }) => a ?? b)) return;
  const labels = pod.metadata.labels ?? {};
  const affinity = structuredClone(spec.affinity);
  for (const term of termsIn(affinity)) {
    const { labelSelector } = term;
    if (!labelSelector) continue;
    const added = [
      ...requirements(term.matchLabelKeys, 'In', labels),
      ...requirements(term.mismatchLabelKeys, 'NotIn', labels),
    ];
    if (added.length === 0) continue;
    labelSelector.matchExpressions = [...(labelSelector.matchExpressions ?? []), ...added];
  }
  pod.spec = { ...spec, affinity };
}

interface Constraint {
  labelSelector?: { matchExpressions?: Requirement[] } | null;
  matchLabelKeys?: readonly string[];
}

/**
 * The same of spread constraints (`MatchLabelKeysInPodTopologySpreadSelectorMerge`, on since 1.34): of each key that the pod
 * has, its selector asks for the value.
 */
export function mergeSpreadKeys(pod: KubeObject): void {
  const spec = pod.spec as { topologySpreadConstraints?: Constraint[] } | undefined;
  const constraints = spec?.topologySpreadConstraints;
  if (!constraints?.some(({ matchLabelKeys }) => matchLabelKeys?.length)) return;
  const labels = pod.metadata.labels ?? {};
  const merged = constraints.map((constraint): Constraint => {
    const added = requirements(constraint.matchLabelKeys, 'In', labels);
    const { labelSelector } = constraint;
    if (!labelSelector || added.length === 0) return constraint;
    const matchExpressions = [...(labelSelector.matchExpressions ?? []), ...added];
    return { ...constraint, labelSelector: { ...labelSelector, matchExpressions } };
  });
  pod.spec = { ...spec, topologySpreadConstraints: merged };
}

function termsIn({ podAffinity, podAntiAffinity }: Affinity): Term[] {
  return [...termsOf(podAffinity), ...termsOf(podAntiAffinity)];
}

function termsOf(terms: Terms | undefined): Term[] {
  const required = terms?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const preferred = terms?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [...required, ...preferred.map(({ podAffinityTerm }) => podAffinityTerm ?? {})];
}

function requirements(
  keys: readonly string[] | undefined,
  operator: 'In' | 'NotIn',
  labels: Readonly<Record<string, string>>,
): Requirement[] {
  return (keys ?? [])
    .filter((key) => Object.hasOwn(labels, key))
    .map((key) => ({ key, operator, values: [labels[key]!] }));
}
