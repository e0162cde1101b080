import {
  deepEqual,
  isTerminalPhase,
  withFields,
  type Deployment,
  type DeploymentStatus,
  type Pod,
  type ReplicaSet,
} from '@orrery/api-types';
import type { WorkloadKnobs } from '../workload-knobs';
import { cleanUp } from './clean-up';
import { findCondition } from './conditions';
import { computeStatus, isComplete, timeOutMs, withProgress } from './deployment-status';
import { DeploymentAnnotation, DeploymentConditionType, ProgressReason } from './deployment-constants';
import { ReplicaSetDraft } from './replica-set-draft';
import { annotateNewReplicaSet, findNewReplicaSet, newReplicaSet, nextRevision } from './revisions';
import { obeyRollback } from './obey-rollback';
import { newReplicas, rollForward } from './rolling-update';
import { RolloutDraft, type DeploymentNote } from './rollout-draft';
import { isRollingUpdate, progressDeadlineMs } from './rollout-limits';
import { isScalingEvent, scaleSets } from './scaling';

const { Progressing } = DeploymentConditionType;

export interface DeploymentInput {
  readonly deployment: Deployment;
  /** The ReplicaSets that the Deployment controls and selects. */
  readonly replicaSets: readonly ReplicaSet[];
  /** The pods that a ReplicaSet controls; used only by the strategy Recreate. */
  readonly podsOf: (replicaSetUid: string) => readonly Pod[];
  readonly knobs: WorkloadKnobs;
  readonly nowMs: number;
}

/** One step of a Deployment. */
export interface DeploymentPlan {
  /** ReplicaSet to create before anything else; the rest of the plan is valid only if that succeeds. */
  readonly creation: ReplicaSet | undefined;
  readonly updates: readonly { readonly seen: ReplicaSet; readonly next: ReplicaSet }[];
  readonly deletions: readonly ReplicaSet[];
  /** The Deployment with new annotations or status; undefined if it stays as it is. */
  readonly deployment: Deployment | undefined;
  readonly notes: readonly DeploymentNote[];
  /** Time of the next check without a change: the rollout may exceed its deadline. */
  readonly recheckAtMs: number | undefined;
}

/**
 * Works out the next step of a Deployment (spec api B2), as `syncDeployment` of upstream's deployment controller:
 * each step does one thing and the next is taken when its effects are seen.
 */
export function planDeployment(input: DeploymentInput): DeploymentPlan {
  const draft = draftOf(input);
  const { spec, metadata } = input.deployment;
  if (metadata.deletionTimestamp) return finish(draft, computeStatus(draft));
  const rolledBack = spec.paused ? undefined : obeyRollback(input.deployment, input.replicaSets);
  if (rolledBack) return { ...NOTHING_ELSE, ...rolledBack };
  recordPause(draft);
  if (spec.paused || isScalingEvent(draft)) {
    syncRevision(draft);
    scaleSets(draft);
    if (spec.paused) cleanUp(draft);
    return finish(draft, computeStatus(draft));
  }
  const hasScaled = isRollingUpdate(spec) ? roll(draft) : recreate(draft, input.podsOf);
  const status = withProgress(draft, computeStatus(draft));
  if (!hasScaled && isComplete(draft, status)) cleanUp(draft);
  return finish(draft, status);
}

const NOTHING_ELSE = { creation: undefined, updates: [], deletions: [], recheckAtMs: undefined } as const;

function draftOf({ deployment, replicaSets, knobs, nowMs }: DeploymentInput): RolloutDraft {
  const all = replicaSets.map((replicaSet) => ReplicaSetDraft.of(replicaSet));
  const newSet = findNewReplicaSet(deployment, all);
  return new RolloutDraft({ deployment, newSet, oldSets: all.filter((set) => set !== newSet), knobs, nowMs });
}

/** Sets the condition for a paused rollout: a pause is not a lack of progress, and a resume counts as progress. */
function recordPause(draft: RolloutDraft): void {
  const { deployment } = draft;
  if (progressDeadlineMs(deployment) === undefined) return;
  const reason = findCondition(draft.conditions, Progressing)?.reason;
  if (reason === ProgressReason.ProgressDeadlineExceeded) return;
  const wasPaused = reason === ProgressReason.DeploymentPaused;
  const isPaused = deployment.spec.paused ?? false;
  if (isPaused === wasPaused) return;
  draft.setCondition({
    type: Progressing,
    status: 'Unknown',
    reason: isPaused ? ProgressReason.DeploymentPaused : ProgressReason.DeploymentResumed,
    message: isPaused ? 'Deployment is paused' : 'Deployment is resumed',
  });
}

/** Gives the new ReplicaSet, where there is one, what it must say, and the Deployment its number. */
function syncRevision(draft: RolloutDraft): void {
  const { deployment, newSet } = draft;
  if (!newSet) return;
  annotateNewReplicaSet(deployment, newSet, nextRevision(draft.oldSets));
  newSet.setMinReadySeconds(deployment.spec.minReadySeconds);
  draft.setRevision(newSet.annotation(DeploymentAnnotation.Revision));
  if (progressDeadlineMs(deployment) === undefined || findCondition(draft.conditions, Progressing)) return;
  draft.setCondition({
    type: Progressing,
    status: 'True',
    reason: ProgressReason.FoundNewReplicaSet,
    message: `Found new replica set "${newSet.name}"`,
  });
}

/** The new ReplicaSet; made now if there is none. */
function requireNewSet(draft: RolloutDraft): ReplicaSetDraft {
  if (draft.newSet) {
    syncRevision(draft);
    return draft.newSet;
  }
  const { deployment } = draft;
  const created = new ReplicaSetDraft(undefined, newReplicaSet(deployment));
  const replicas = newReplicas(draft, created);
  created.scale(replicas);
  annotateNewReplicaSet(deployment, created, nextRevision(draft.oldSets));
  created.annotateSize(draft.limits);
  draft.newSet = created;
  if (replicas > 0) draft.recordScaling(created.name, 0, replicas);
  draft.setRevision(created.annotation(DeploymentAnnotation.Revision));
  if (progressDeadlineMs(deployment) !== undefined) {
    draft.setCondition({
      type: Progressing,
      status: 'True',
      reason: ProgressReason.NewReplicaSetCreated,
      message: `Created new replica set "${created.name}"`,
    });
  }
  return created;
}

function roll(draft: RolloutDraft): boolean {
  return rollForward(draft, requireNewSet(draft));
}

/** All old pods go before the first new one comes. */
function recreate(draft: RolloutDraft, podsOf: DeploymentInput['podsOf']): boolean {
  syncRevision(draft);
  const active = draft.activeOldSets;
  for (const old of active) draft.scale(old, 0);
  if (active.length > 0) return true;
  if (hasOldPods(draft, podsOf)) return true;
  return draft.scale(requireNewSet(draft), draft.limits.replicas);
}

function hasOldPods({ oldSets }: RolloutDraft, podsOf: DeploymentInput['podsOf']): boolean {
  return oldSets.some(
    ({ object }) =>
      (object.status?.replicas ?? 0) > 0 ||
      podsOf(object.metadata.uid).some(({ status }) => !isTerminalPhase(status?.phase)),
  );
}

function finish(draft: RolloutDraft, status: DeploymentStatus): DeploymentPlan {
  const { deployment, annotations } = draft;
  const isPaused = deployment.spec.paused ?? false;
  const updates = draft.allSets.flatMap(({ seen, object, isChanged }) =>
    seen && isChanged ? [{ seen, next: object }] : [],
  );
  const isSameMetadata = annotations === deployment.metadata.annotations;
  const metadata = isSameMetadata
    ? deployment.metadata
    : withFields(deployment.metadata, { annotations: annotations! });
  const isSame = isSameMetadata && deepEqual(status, deployment.status);
  return {
    creation: draft.newSet && !draft.newSet.seen ? draft.newSet.object : undefined,
    updates,
    deletions: draft.deletions.flatMap(({ seen }) => (seen ? [seen] : [])),
    deployment: isSame ? undefined : { ...deployment, metadata, status },
    notes: draft.notes,
    recheckAtMs: isPaused ? undefined : timeOutMs(draft, status.conditions ?? []),
  };
}
