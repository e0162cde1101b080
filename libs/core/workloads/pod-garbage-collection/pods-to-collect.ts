import type { Node, Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';

/** Period of the collection pass. */
export const COLLECTION_PERIOD_MS = 20_000;
/** Time for which a node must have been absent before its pods are orphans. */
const NODE_ABSENCE_MS = 40_000;
const OUT_OF_SERVICE_TAINT = 'node.kubernetes.io/out-of-service';
/** Terminated pods kept in the cluster. */
const TERMINATED_PODS_KEPT = 12_500;

export interface CollectionInput {
  /** All, or those of which any may be one. */
  readonly pods: Iterable<Pod>;
  readonly nodeExists: (name: string) => boolean;
  /** Returns whether a node {@link isOutOfService}; none is in releases that do not know the taint. */
  readonly isOutOfService?: (name: string) => boolean;
  /** Returns the time since which a node that pods name has been absent, in ms; set by the caller when it first misses it. */
  readonly absentSinceMs: (name: string) => number;
  readonly nowMs: number;
  readonly terminatedPodsKept?: number;
}

/** A pod to delete at once, and why. */
export interface Collected {
  readonly pod: Pod;
  readonly cause: 'terminated' | 'orphaned' | 'unscheduled-terminating' | 'out-of-service';
}

/**
 * The pods that no other component removes (spec api B11): terminated ones above the limit, oldest first; those
 * bound to nodes that have not existed for 40 s; terminating ones that never had a node, or whose node is out of service
 * (`gcTerminating` of upstream's `pkg/controller/podgc`, since 1.26).
 */
export function podsToCollect(input: CollectionInput): Collected[] {
  const { nodeExists, isOutOfService, absentSinceMs, nowMs, terminatedPodsKept = TERMINATED_PODS_KEPT } = input;
  const collected: Collected[] = [];
  const terminated: Pod[] = [];
  for (const pod of input.pods) {
    const node = pod.spec.nodeName;
    if (hasEnded(pod)) terminated.push(pod);
    if (node && !nodeExists(node) && nowMs - absentSinceMs(node) >= NODE_ABSENCE_MS) {
      collected.push({ pod, cause: 'orphaned' });
    } else if (!node && pod.metadata.deletionTimestamp) {
      collected.push({ pod, cause: 'unscheduled-terminating' });
    } else if (node && pod.metadata.deletionTimestamp && isOutOfService?.(node)) {
      collected.push({ pod, cause: 'out-of-service' });
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

/**
 * Returns whether a node is out of service: it has the taint by which an administrator declares that it is shut down
 * and will not return in its previous state, and it is not ready.
 */
export function isOutOfService({ spec, status }: Node): boolean {
  if (!spec?.taints?.some(({ key }) => key === OUT_OF_SERVICE_TAINT)) return false;
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status !== 'True';
}

/**
 * Returns a collected pod as Failed, so that its owner counts it also where no kubelet can report it; undefined for one
 * that is over (`markFailedAndDeletePodWithCondition`, since 1.26). Orphans get the condition DisruptionTarget.
 */
export function markedFailed(pod: Pod, { cause }: Pick<Collected, 'cause'>, now: string): Pod | undefined {
  const { phase, conditions = [] } = pod.status ?? {};
  if (phase === 'Succeeded' || phase === 'Failed') return undefined;
  const failed = { ...pod.status, phase: 'Failed' } as NonNullable<Pod['status']>;
  if (cause !== 'orphaned') return { ...pod, status: failed };
  const target = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'DeletionByPodGC',
    message: 'PodGC: node no longer exists',
    lastTransitionTime: now,
  };
  const others = conditions.filter(({ type }) => type !== target.type);
  return { ...pod, status: { ...failed, conditions: [...others, target] } };
}

/** Returns whether a pod is over and kept. */
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
