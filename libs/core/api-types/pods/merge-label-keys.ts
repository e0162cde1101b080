import type { KubeObject } from '../objects';

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

/**
 * Writes `matchLabelKeys` and `mismatchLabelKeys` of a new pod's affinity into its selectors, so that later changes of
 * the pod's labels do not move it (v1.34 `pkg/registry/core/pod/strategy.go`). Changes the given draft. Terms without
 * selector select nothing and stay as they are.
 */
export function mergeLabelKeys(pod: KubeObject): void {
  const affinity = (pod.spec as { affinity?: { podAffinity?: Terms; podAntiAffinity?: Terms } } | undefined)?.affinity;
  const labels = pod.metadata.labels ?? {};
  for (const terms of [affinity?.podAffinity, affinity?.podAntiAffinity]) {
    for (const term of termsOf(terms)) {
      const { labelSelector } = term;
      if (!labelSelector) continue;
      const added = [
        ...requirements(term.matchLabelKeys, 'In', labels),
        ...requirements(term.mismatchLabelKeys, 'NotIn', labels),
      ];
      if (added.length === 0) continue;
      labelSelector.matchExpressions = [...(labelSelector.matchExpressions ?? []), ...added];
    }
  }
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
