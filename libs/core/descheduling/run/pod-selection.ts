import { compileLabelSelector, type LabelSelector } from '@orrery/api-types';
import type { PodView } from '../cluster/cluster-views';
import type { FieldReader } from '../policy/field-reader';
import { namespaceTest, readNamespaces } from '../policy/namespaces';

/** Whether a strategy looks at a pod at all. */
export type PodSelection = (pod: PodView) => boolean;

/** Reads `namespaces` and, where the strategy knows it, `labelSelector`. */
export function readPodSelection(reader: FieldReader, options: { readonly labelled: boolean }): PodSelection {
  const isNamed = namespaceTest(readNamespaces(reader));
  const selector: LabelSelector | undefined = options.labelled ? reader.labelSelector('labelSelector') : undefined;
  if (!selector) return ({ namespace }) => isNamed(namespace);
  const matches = compileLabelSelector(selector);
  return ({ namespace, pod }) => isNamed(namespace) && matches(pod.metadata.labels);
}
