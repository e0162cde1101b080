import { byCreation, isActiveSet, sumReplicas, type ReplicaSetDraft } from './replica-set-draft';
import { isRollingUpdate } from './rollout-limits';
import type { RolloutDraft } from './rollout-draft';

/** Returns how many pods the new ReplicaSet may have now: room is what surge leaves beside all others. */
export function newReplicas(draft: RolloutDraft, newSet: ReplicaSetDraft): number {
  const { replicas, surge } = draft.limits;
  if (!isRollingUpdate(draft.deployment.spec)) return replicas;
  const room = replicas + surge - sumReplicas([...draft.oldSets, newSet]);
  return room <= 0 ? newSet.replicas : newSet.replicas + Math.min(room, replicas - newSet.replicas);
}

/** Runs a step of a rolling update (spec api B2); returns true if anything was scaled. */
export function rollForward(draft: RolloutDraft, newSet: ReplicaSetDraft): boolean {
  return scaleNew(draft, newSet) || scaleOld(draft, newSet);
}

function scaleNew(draft: RolloutDraft, newSet: ReplicaSetDraft): boolean {
  const { replicas } = draft.limits;
  if (newSet.replicas === replicas) return false;
  if (newSet.replicas > replicas) return draft.scale(newSet, replicas);
  return draft.scale(newSet, newReplicas(draft, newSet));
}

/** Takes pods from the old ReplicaSets as far as that leaves enough available ones, new ones that are to come counted out. */
function scaleOld(draft: RolloutDraft, newSet: ReplicaSetDraft): boolean {
  const active = [...draft.activeOldSets].sort(byCreation);
  if (active.length === 0) return false;
  const { replicas, unavailable } = draft.limits;
  const minAvailable = replicas - unavailable;
  const newUnavailable = newSet.replicas - lasting(newSet);
  const maxScaledDown = sumReplicas(draft.allSets) - minAvailable - newUnavailable;
  if (maxScaledDown <= 0) return false;
  const cleaned = removeUnhealthy(draft, active, maxScaledDown);
  const surplus = [...active, newSet].reduce((sum, set) => sum + lasting(set), 0) - minAvailable;
  return removeHealthy(draft, active, surplus) + cleaned > 0;
}

/**
 * Available pods that a ReplicaSet keeps: one that was just scaled down still reports more. Upstream counts those too,
 * and so takes more than it may when it looks before the status has followed.
 */
function lasting({ availableReplicas, replicas }: ReplicaSetDraft): number {
  return Math.min(availableReplicas, replicas);
}

/** Pods that are not available are deleted first: no client uses them. */
function removeUnhealthy(draft: RolloutDraft, sets: readonly ReplicaSetDraft[], atMost: number): number {
  let removed = 0;
  for (const set of sets) {
    const count = Math.min(atMost - removed, set.replicas - set.availableReplicas);
    if (count <= 0) continue;
    draft.scale(set, set.replicas - count);
    removed += count;
  }
  return removed;
}

function removeHealthy(draft: RolloutDraft, sets: readonly ReplicaSetDraft[], atMost: number): number {
  let removed = 0;
  for (const set of sets.filter(isActiveSet)) {
    const count = Math.min(atMost - removed, set.replicas);
    if (count <= 0) continue;
    draft.scale(set, set.replicas - count);
    removed += count;
  }
  return removed;
}
