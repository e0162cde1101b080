import type { DeploymentCondition, DeploymentStatus } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import { findCondition, replaceCondition, setCondition, withoutCondition } from './conditions';
import { DeploymentConditionType, ProgressReason } from './deployment-constants';
import { sumAvailable, sumReplicas, type ReplicaSetDraft } from './replica-set-draft';
import type { RolloutDraft } from './rollout-draft';
import { progressDeadlineMs } from './rollout-limits';

const { Available, Progressing, ReplicaFailure } = DeploymentConditionType;

/** The status by the ReplicaSets as they were seen; its conditions are those of the step, and whether enough is available. */
export function computeStatus(draft: RolloutDraft): DeploymentStatus {
  const { deployment, allSets, newSet, nowMs } = draft;
  const available = sumAvailable(allSets);
  const status: DeploymentStatus = {
    conditions: [...setCondition(draft.conditions, availability(draft, available), nowMs)],
  };
  const { generation } = deployment.metadata;
  if (generation !== undefined) status.observedGeneration = generation;
  // Numbers that are 0 are left out, as upstream does.
  const replicas = sumOf(allSets, 'replicas');
  if (replicas !== 0) status.replicas = replicas;
  const updated = newSet?.object.status?.replicas ?? 0;
  if (updated !== 0) status.updatedReplicas = updated;
  const ready = sumOf(allSets, 'readyReplicas');
  if (ready !== 0) status.readyReplicas = ready;
  if (available !== 0) status.availableReplicas = available;
  const unavailable = Math.max(0, sumReplicas(allSets) - available);
  if (unavailable !== 0) status.unavailableReplicas = unavailable;
  const terminating = draft.countsTerminating ? terminatingIn(allSets) : undefined;
  if (terminating !== undefined) status.terminatingReplicas = terminating;
  const { collisionCount } = deployment.status ?? {};
  if (collisionCount !== undefined) status.collisionCount = collisionCount;
  return status;
}

/**
 * Returns how many pods of the sets are being deleted (`GetTerminatingReplicaCountForReplicaSets` upstream); undefined while a set
 * that its controller has seen does not say it, as after an upgrade.
 */
function terminatingIn(sets: readonly ReplicaSetDraft[]): number | undefined {
  let sum = 0;
  for (const { object } of sets) {
    const { terminatingReplicas, observedGeneration } = object.status ?? {};
    if (terminatingReplicas === undefined && (observedGeneration ?? 0) > 0) return undefined;
    sum += terminatingReplicas ?? 0;
  }
  return sum;
}

function availability({ limits: { replicas, unavailable } }: RolloutDraft, available: number) {
  return available >= replicas - unavailable
    ? {
        type: Available,
        status: 'True' as const,
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type: Available,
        status: 'False' as const,
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
}

function sumOf(sets: readonly ReplicaSetDraft[], field: 'replicas' | 'readyReplicas'): number {
  return sets.reduce((sum, { object }) => sum + (object.status?.[field] ?? 0), 0);
}

/** Returns the status with the condition of the rollout: complete, progressing, or stalled for too long. */
export function withProgress(draft: RolloutDraft, status: DeploymentStatus): DeploymentStatus {
  const before: readonly DeploymentCondition[] = status.conditions ?? [];
  const conditions = withReplicaFailure(draft, progressConditions(draft, status, before));
  return conditions === before ? status : { ...status, conditions: [...conditions] };
}

function progressConditions(
  draft: RolloutDraft,
  status: DeploymentStatus,
  conditions: readonly DeploymentCondition[],
): readonly DeploymentCondition[] {
  const { deployment, newSet, nowMs } = draft;
  if (progressDeadlineMs(deployment) === undefined) {
    return findCondition(conditions, Progressing) ? withoutCondition(conditions, Progressing) : conditions;
  }
  const current = findCondition(draft.conditions, Progressing);
  const isSettled = status.replicas === status.updatedReplicas && current?.reason === NewReplicaSetAvailable;
  if (isSettled) return conditions;
  const subject = newSet ? `ReplicaSet "${newSet.name}"` : `Deployment "${deployment.metadata.name}"`;
  if (isComplete(draft, status)) {
    const message = `${subject} has successfully progressed.`;
    const updates = { type: Progressing, status: 'True', reason: NewReplicaSetAvailable, message } as const;
    return setCondition(conditions, updates, nowMs);
  }
  if (hasProgressed(deployment.status ?? {}, status)) {
    const message = `${subject} is progressing.`;
    const updates = { type: Progressing, status: 'True', reason: ProgressReason.ReplicaSetUpdated, message } as const;
    return replaceCondition(conditions, updates, nowMs);
  }
  if (hasTimedOut(draft, conditions)) {
    const message = `${subject} has timed out progressing.`;
    const updates = { type: Progressing, status: 'False', reason: ProgressDeadlineExceeded, message } as const;
    return setCondition(conditions, updates, nowMs);
  }
  return conditions;
}

const { NewReplicaSetAvailable, ProgressDeadlineExceeded } = ProgressReason;

/** Returns whether the rollout has come to its end: all pods are of the new template and available. */
export function isComplete({ deployment, limits: { replicas } }: RolloutDraft, status: DeploymentStatus): boolean {
  return (
    (status.updatedReplicas ?? 0) === replicas &&
    (status.replicas ?? 0) === replicas &&
    (status.availableReplicas ?? 0) === replicas &&
    (status.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

function hasProgressed(before: DeploymentStatus, after: DeploymentStatus): boolean {
  const old = (status: DeploymentStatus): number => (status.replicas ?? 0) - (status.updatedReplicas ?? 0);
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    old(after) < old(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

function hasTimedOut(draft: RolloutDraft, conditions: readonly DeploymentCondition[]): boolean {
  const deadlineMs = timeOutMs(draft, conditions);
  return deadlineMs !== undefined && deadlineMs <= draft.nowMs;
}

/** Returns the time at which the rollout exceeds its progress deadline; undefined if it is over, or that has been reported. */
export function timeOutMs(draft: RolloutDraft, conditions: readonly DeploymentCondition[]): number | undefined {
  const deadlineMs = progressDeadlineMs(draft.deployment);
  const condition = findCondition(conditions, Progressing);
  if (deadlineMs === undefined || !condition) return undefined;
  if (condition.reason === NewReplicaSetAvailable || condition.reason === ProgressDeadlineExceeded) return undefined;
  return (parseTimeMs(condition.lastUpdateTime) ?? draft.nowMs) + deadlineMs;
}

/** The Deployment reports the failure of the new ReplicaSet, or else of any other. */
function withReplicaFailure(
  { newSet, allSets }: RolloutDraft,
  conditions: readonly DeploymentCondition[],
): readonly DeploymentCondition[] {
  const failure = [...(newSet ? [newSet] : []), ...allSets]
    .flatMap(({ object }) => object.status?.conditions ?? [])
    .find(({ type }) => type === ReplicaFailure);
  const known = findCondition(conditions, ReplicaFailure);
  if (!failure) return known ? withoutCondition(conditions, ReplicaFailure) : conditions;
  if (known && known.status === failure.status && known.reason === failure.reason) return conditions;
  const { type, status, reason, message, lastTransitionTime } = failure;
  const copied: Record<string, string | undefined> = { type, status, reason, message, lastTransitionTime };
  copied['lastUpdateTime'] = lastTransitionTime;
  // kubernetes-types has dates where objects hold text.
  return [...withoutCondition(conditions, ReplicaFailure), copied as unknown as DeploymentCondition];
}
