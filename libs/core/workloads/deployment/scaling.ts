import { DeploymentAnnotation } from './deployment-constants';
import { byCreation, isActiveSet, sumReplicas, type ReplicaSetDraft } from './replica-set-draft';
import { isRollingUpdate } from './rollout-limits';
import type { RolloutDraft } from './rollout-draft';

/** Returns whether the Deployment was given another size since its ReplicaSets were last scaled. */
export function isScalingEvent({ allSets, limits }: RolloutDraft): boolean {
  return allSets.filter(isActiveSet).some((set) => {
    const desired = set.annotatedNumber(DeploymentAnnotation.DesiredReplicas);
    return desired !== undefined && desired !== limits.replicas;
  });
}

/**
 * Brings the ReplicaSets to the Deployment's size without rolling on: a single active one gets all of it, in the middle
 * of a rollout each gets its share.
 */
export function scaleSets(draft: RolloutDraft): void {
  const { replicas } = draft.limits;
  const only = activeOrLatest(draft);
  if (only) {
    draft.scale(only, replicas);
  } else if (isSaturated(draft)) {
    for (const old of draft.activeOldSets) draft.scale(old, 0);
  } else if (isRollingUpdate(draft.deployment.spec)) {
    scaleInProportion(draft);
  }
}

/** The active ReplicaSet if there is only one; without any, the newest. */
function activeOrLatest({ newSet, oldSets, allSets }: RolloutDraft): ReplicaSetDraft | undefined {
  const active = allSets.filter(isActiveSet);
  if (active.length === 1) return active[0];
  if (active.length > 1) return undefined;
  return newSet ?? [...oldSets].sort(byCreation).at(-1);
}

/** Returns whether the new ReplicaSet has all pods of the Deployment, and they are available. */
function isSaturated({ newSet, limits: { replicas } }: RolloutDraft): boolean {
  if (!newSet) return false;
  const desired = newSet.annotatedNumber(DeploymentAnnotation.DesiredReplicas);
  return newSet.replicas === replicas && desired === replicas && newSet.availableReplicas === replicas;
}

function scaleInProportion(draft: RolloutDraft): void {
  const { replicas, surge } = draft.limits;
  const sets = draft.allSets.filter(isActiveSet);
  const allowed = replicas > 0 ? replicas + surge : 0;
  const toAdd = allowed - sumReplicas(sets);
  if (toAdd > 0) sets.sort(largestThenNewest);
  else sets.sort(largestThenOldest);
  const sizes = new Map<ReplicaSetDraft, number>();
  let added = 0;
  for (const set of sets) {
    const share = toAdd === 0 ? 0 : shareOf(set, draft, toAdd - added, toAdd);
    sizes.set(set, set.replicas + share);
    added += share;
  }
  const [largest] = sets;
  if (largest && toAdd !== 0) sizes.set(largest, Math.max(0, sizes.get(largest)! + toAdd - added));
  for (const [set, size] of sizes) draft.scale(set, size);
}

/** The part of the change that falls to one ReplicaSet, by its part of the Deployment when it was last scaled. */
function shareOf(set: ReplicaSetDraft, draft: RolloutDraft, left: number, toAdd: number): number {
  if (left === 0) return 0;
  const fraction = fractionOf(set, draft);
  return toAdd > 0 ? Math.min(fraction, left) : Math.max(fraction, left);
}

function fractionOf(set: ReplicaSetDraft, { deployment, limits: { replicas, surge } }: RolloutDraft): number {
  if (replicas === 0) return -set.replicas;
  const before = set.annotatedNumber(DeploymentAnnotation.MaxReplicas) ?? deployment.status?.replicas ?? 0;
  if (before === 0) return 0;
  return Math.round((set.replicas * (replicas + surge)) / before) - set.replicas;
}

function largestThenNewest(a: ReplicaSetDraft, b: ReplicaSetDraft): number {
  return b.replicas - a.replicas || byCreation(b, a);
}

function largestThenOldest(a: ReplicaSetDraft, b: ReplicaSetDraft): number {
  return b.replicas - a.replicas || byCreation(a, b);
}
