import type { Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';

/** Period of the collection pass. */
export const COLLECTION_PERIOD_MS = 20_000;
/** How long a node must have been absent before its pods are orphans. */
export const NODE_ABSENCE_MS = 40_000;
/** Terminated pods kept in the cluster. */
export const TERMINATED_PODS_KEPT = 12_500;

export interface CollectionInput {
  /** All, or those of which any may be one. */
  readonly pods: Iterable<Pod>;
  readonly nodeExists: (name: string) => boolean;
  /** Since when a node that pods name has been absent, in ms; set by the caller when it first misses it. */
  readonly absentSinceMs: (name: string) => number;
  readonly nowMs: number;
  readonly terminatedPodsKept?: number;
}

/** A pod to delete at once, and why. */
export interface Collected {
  readonly pod: Pod;
  readonly cause: 'terminated' | 'orphaned' | 'unscheduled-terminating';
}

/**
 * The pods that no other component removes (spec api B11): terminated ones above the limit, oldest first; those
 * bound to nodes that have not existed for 40 s; terminating ones that never had a node.
 */
export function podsToCollect(input: CollectionInput): Collected[] {
  const { nodeExists, absentSinceMs, nowMs, terminatedPodsKept = TERMINATED_PODS_KEPT } = input;
  const collected: Collected[] = [];
  const terminated: Pod[] = [];
  for (const pod of input.pods) {
    const node = pod.spec.nodeName;
    if (hasEnded(pod)) terminated.push(pod);
    if (node && !nodeExists(node) && nowMs - absentSinceMs(node) >= NODE_ABSENCE_MS) {
      collected.push({ pod, cause: 'orphaned' });
    } else if (!node && pod.metadata.deletionTimestamp) {
      collected.push({ pod, cause: 'unscheduled-terminating' });
    }
  }
  const surplus = terminated.length - terminatedPodsKept;
  if (surplus <= 0) return collected;
  terminated.sort((a, b) => evictedFirst(a, b) || createdMs(a) - createdMs(b) || byName(a, b));
  const taken = new Set(collected.map(({ pod }) => pod));
  for (const pod of terminated.slice(0, surplus)) {
    if (!taken.has(pod)) collected.push({ pod, cause: 'terminated' });
  }
  return collected;
}

/** Whether a pod is over and kept. */
export function hasEnded({ metadata, status }: Pod): boolean {
  return !metadata.deletionTimestamp && (status?.phase === 'Succeeded' || status?.phase === 'Failed');
}

function evictedFirst(a: Pod, b: Pod): number {
  return Number(b.status?.reason === 'Evicted') - Number(a.status?.reason === 'Evicted');
}

function createdMs(pod: Pod): number {
  return parseTimeMs(pod.metadata.creationTimestamp) ?? 0;
}

function byName(a: Pod, b: Pod): number {
  const [left, right] = [`${a.metadata.namespace}/${a.metadata.name}`, `${b.metadata.namespace}/${b.metadata.name}`];
  return left < right ? -1 : 1;
}
