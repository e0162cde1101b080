import { compileLabelSelector, type LabelSelector } from '@orrery/api-types';
import type { PodView } from '../cluster/cluster-views';
import type { NameLists } from '../policy/args-schema';
import { namespaceTest } from '../policy/namespaces';

/** Test for the pods that a strategy considers. */
export type PodSelection = (pod: PodView) => boolean;

/** The selection that arguments ask for: by namespace and, where the strategy knows it, by label. */
export function podSelection(args: {
  readonly namespaces?: NameLists;
  readonly labelSelector?: LabelSelector;
}): PodSelection {
  const isNamed = namespaceTest(args.namespaces);
  if (!args.labelSelector) return ({ namespace }) => isNamed(namespace);
  const matches = compileLabelSelector(args.labelSelector);
  return ({ namespace, pod }) => isNamed(namespace) && matches(pod.metadata.labels);
}
