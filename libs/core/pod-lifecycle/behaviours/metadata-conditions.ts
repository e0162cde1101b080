import { compileLabelSelector, type KubeObject, type LabelSelector } from '@orrery/api-types';
import { globs } from './globs';

/** Conditions of a behaviour's selector on the metadata of a pod or of a node. */
export interface MetadataSelector {
  /** Names, or patterns of them. */
  readonly names?: readonly string[];
  readonly labelSelector?: LabelSelector;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** One test per condition of a selector; an object is selected if it passes all. */
export function metadataConditions({
  names,
  labelSelector,
  annotations,
}: MetadataSelector): ((object: Pick<KubeObject, 'metadata'>) => boolean)[] {
  const conditions: ((object: Pick<KubeObject, 'metadata'>) => boolean)[] = [];
  if (names) {
    const isNamed = globs(names);
    conditions.push(({ metadata }) => isNamed(metadata.name));
  }
  if (labelSelector) {
    const matches = compileLabelSelector(labelSelector);
    conditions.push(({ metadata }) => matches(metadata.labels));
  }
  if (annotations) {
    const wanted = Object.entries(annotations);
    conditions.push(({ metadata }) => wanted.every(([key, value]) => metadata.annotations?.[key] === value));
  }
  return conditions;
}
