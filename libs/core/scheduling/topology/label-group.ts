import type { Pod } from '@orrery/api-types';
import type { DomainCounts } from './domain-counts';

type Labels = Readonly<Record<string, string>>;

/** Assigned pods that every selector sees alike: same namespace, same labels, terminating or not. */
export interface LabelGroup {
  readonly key: string;
  readonly namespace: string;
  readonly labels: Labels;
  readonly isTerminating: boolean;
  /** Pods by node row. */
  readonly rows: Map<number, number>;
  /** Tables that count the group's pods. */
  tables: DomainCounts[];
}

/** Part of a pod that selections read. */
export type LabelledPods = Pick<LabelGroup, 'namespace' | 'labels' | 'isTerminating'>;

const NO_LABELS: Labels = Object.freeze({});
const keyOfMetadata = new WeakMap<Pod['metadata'], string>();

/** Text that is the same for pods of one {@link LabelGroup}. Remembered with the metadata, which never changes. */
export function labelKey({ metadata }: Pod): string {
  let key = keyOfMetadata.get(metadata);
  if (key === undefined) {
    const { namespace = '', labels, deletionTimestamp } = metadata;
    key = `${namespace}\u0000${deletionTimestamp ? 'x' : ''}${labels ? JSON.stringify(labels) : '{}'}`;
    keyOfMetadata.set(metadata, key);
  }
  return key;
}

/** A group without pods. */
export function newLabelGroup(key: string, pod: Pod): LabelGroup {
  return { key, ...labelledPods(pod), rows: new Map(), tables: [] };
}

/** Returns the part of a pod that selections read. */
export function labelledPods({ metadata: { namespace = '', labels, deletionTimestamp } }: Pod): LabelledPods {
  return { namespace, labels: labels ?? NO_LABELS, isTerminating: Boolean(deletionTimestamp) };
}
