import { deepEqual, type Pod, type StatefulSet, type StatefulSetStatus } from '@orrery/api-types';
import { REVISION_HASH } from '../history/controller-revision';
import { availableFromMs } from '../pods/pod-state';

export interface StatefulSetStatusInput {
  readonly set: StatefulSet;
  /** The set's pods. */
  readonly pods: readonly Pod[];
  /** Names of the revisions. */
  readonly currentRevision: string;
  readonly updateRevision: string;
  readonly collisionCount: number;
  readonly nowMs: number;
}

/**
 * Counts the pods of a set (spec api B3); undefined when its status is up to date. When all pods are of the new
 * revision and ready, the rollout is over and that revision is the current one.
 */
export function statefulSetStatus(input: StatefulSetStatusInput): StatefulSetStatus | undefined {
  const { set, collisionCount, updateRevision } = input;
  const counts = count(input);
  const replicas = set.spec.replicas ?? 1;
  const isRolling = (set.spec.updateStrategy?.type ?? 'RollingUpdate') === 'RollingUpdate';
  const isOver =
    isRolling && counts.replicas === replicas && counts.updated === replicas && counts.readyReplicas === replicas;
  const current = isOver ? counts.updated : counts.current;
  const status: StatefulSetStatus = {
    ...(set.metadata.generation === undefined ? {} : { observedGeneration: set.metadata.generation }),
    replicas: counts.replicas,
    ...(counts.readyReplicas > 0 ? { readyReplicas: counts.readyReplicas } : {}),
    ...(current > 0 ? { currentReplicas: current } : {}),
    ...(counts.updated > 0 ? { updatedReplicas: counts.updated } : {}),
    currentRevision: isOver ? updateRevision : input.currentRevision,
    updateRevision,
    collisionCount,
    availableReplicas: counts.availableReplicas,
  };
  return deepEqual(status, set.status) ? undefined : status;
}

interface Counts {
  replicas: number;
  readyReplicas: number;
  availableReplicas: number;
  current: number;
  updated: number;
}

function count({ set, pods, currentRevision, updateRevision, nowMs }: StatefulSetStatusInput): Counts {
  const counts: Counts = { replicas: 0, readyReplicas: 0, availableReplicas: 0, current: 0, updated: 0 };
  for (const pod of pods) {
    counts.replicas++;
    const fromMs = pod.status?.phase === 'Running' ? availableFromMs(pod, set.spec.minReadySeconds ?? 0) : undefined;
    if (fromMs !== undefined) {
      counts.readyReplicas++;
      if (fromMs <= nowMs) counts.availableReplicas++;
    }
    if (pod.metadata.deletionTimestamp) continue;
    const revision = pod.metadata.labels?.[REVISION_HASH];
    if (revision === currentRevision) counts.current++;
    if (revision === updateRevision) counts.updated++;
  }
  return counts;
}
