import { matchesRequirements, type LabelRequirement } from '@orrery/api-types';
import { termSelects, type AffinityTerm, type NamespaceLabels } from '../cache/affinity-terms';
import type { LabelledPods } from './label-group';
import { demandedPairs } from './selector-index';

/** Rule that selects the counted pods. */
export interface PodSelection {
  /** The same for selections that select the same. */
  readonly key: string;
  /** The only namespaces that can have such pods; undefined: any. */
  readonly namespaces: ReadonlySet<string> | undefined;
  /** The answer depends on labels of namespaces. */
  readonly readsNamespaceLabels: boolean;
  /** See SelectorIndex. */
  readonly pairs: readonly string[] | undefined;
  readonly selects: (pods: LabelledPods) => boolean;
}

/** Pods that every one of the terms selects; terminating ones are among them. */
export function selectionByTerms(terms: readonly AffinityTerm[], namespaceLabels: NamespaceLabels): PodSelection {
  const readsNamespaceLabels = terms.some(({ matchesNamespace }) => matchesNamespace);
  return {
    key: `terms ${terms.map(({ selectionKey }) => selectionKey).join(' & ')}`,
    namespaces: terms.find(({ matchesNamespace }) => !matchesNamespace)?.namespaces,
    readsNamespaceLabels,
    pairs: terms.find(({ pairs }) => pairs)?.pairs,
    selects: (pods) => terms.every((term) => termSelects(term, pods, namespaceLabels)),
  };
}

/** Pods of one namespace by labels, as spreading counts them: terminating pods do not count. */
export function selectionByLabels(namespace: string, requirements: readonly LabelRequirement[]): PodSelection {
  return {
    key: `labels ${namespace} ${JSON.stringify(requirements)}`,
    namespaces: new Set([namespace]),
    readsNamespaceLabels: false,
    pairs: demandedPairs(requirements),
    selects: (pods) =>
      pods.namespace === namespace && !pods.isTerminating && matchesRequirements(requirements, pods.labels),
  };
}
