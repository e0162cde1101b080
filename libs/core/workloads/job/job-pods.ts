import { isTerminalPhase, type Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import { COMPLETION_INDEX, JOB_TRACKING, type Job } from './job-constants';
import { countsAsFailure } from './pod-failure-policy';

/** The pods of a job, sorted out. */
export interface JobPods {
  /** Neither ended nor going. */
  readonly active: readonly Pod[];
  /** Going, and not ended yet. */
  readonly terminating: readonly Pod[];
  /** Ended well, or not, and to be accounted for: those of before are not among them. */
  readonly succeeded: readonly Pod[];
  readonly failed: readonly Pod[];
  /** All that ended so and are still there, counted or not: the back-off depends on when they did. */
  readonly allSucceeded: readonly Pod[];
  readonly allFailed: readonly Pod[];
  /** Total number with this ending, including those whose pods are gone. */
  readonly succeededCount: number;
  readonly failedCount: number;
  /** Number of them that are counted for good: their pods are gone, or free to go. */
  readonly countedSucceeded: number;
  readonly countedFailed: number;
}

export interface JobPodsInput {
  readonly job: Job;
  readonly pods: readonly Pod[];
  /** True if pods carry the finalizer of job tracking, so that none is gone before it was counted. */
  readonly isTracked: boolean;
}

/** Returns whether only pods that have failed are replaced, and not those that are going. */
export function replacesOnlyFailed({ spec }: Pick<Job, 'spec'>): boolean {
  return spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined;
}

/** Sorts the pods of a job. Without tracking only pods that are there can be counted, as in Kubernetes 1.20. */
export function sortJobPods({ job, pods, isTracked }: JobPodsInput): JobPods {
  const uncounted = job.status?.uncountedTerminatedPods;
  const knownFailed = new Set(uncounted?.failed);
  const goingFails = isTracked && !replacesOnlyFailed(job);
  const active: Pod[] = [];
  const terminating: Pod[] = [];
  const succeeded: Pod[] = [];
  const failed: Pod[] = [];
  for (const pod of pods) {
    const phase = pod.status?.phase;
    const isGoing = pod.metadata.deletionTimestamp !== undefined;
    if (!isTerminalPhase(phase)) (isGoing ? terminating : active).push(pod);
    const isKnown = knownFailed.has(pod.metadata.uid);
    if (phase === 'Succeeded' && !isKnown) succeeded.push(pod);
    else if (phase === 'Failed' || isKnown || (isGoing && goingFails)) failed.push(pod);
  }
  const all = { active, terminating, allSucceeded: succeeded, allFailed: failed };
  if (!isTracked) {
    const [succeededCount, failedCount] = [succeeded.length, failed.length];
    return {
      ...{ ...all, succeeded, failed, succeededCount, failedCount },
      ...{ countedSucceeded: succeededCount, countedFailed: failedCount },
    };
  }
  const [newSucceeded, newFailed] = [succeeded.filter(hasFinalizer), failed.filter(hasFinalizer)];
  const waiting = new Set(pods.filter(hasFinalizer).map(({ metadata }) => metadata.uid));
  const gone = (uids: readonly string[] = []): number => uids.filter((uid) => !waiting.has(uid)).length;
  const countedSucceeded = (job.status?.succeeded ?? 0) + gone(uncounted?.succeeded);
  const countedFailed = (job.status?.failed ?? 0) + gone(uncounted?.failed);
  return {
    ...{ ...all, succeeded: newSucceeded, failed: newFailed, countedSucceeded, countedFailed },
    succeededCount: countedSucceeded + newSucceeded.length,
    failedCount: countedFailed + newFailed.filter((pod) => countsAsFailure(job, pod)).length,
  };
}

/** Returns whether a pod has not been counted for good. */
export function hasFinalizer({ metadata }: Pod): boolean {
  return (metadata.finalizers ?? []).includes(JOB_TRACKING);
}

/** The index of a pod of an Indexed job. */
export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[COMPLETION_INDEX];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/**
 * Returns the end of a pod, in ms: that of the last of its containers; or the time since which it is not ready; or the
 * request for its deletion; or, as should not happen, its creation (`getFinishedTime` of
 * `pkg/controller/job/backoff_utils.go`).
 */
export function endedAtMs({ metadata, status }: Pod): number {
  return (
    containersEndedMs(status) ??
    notReadySinceMs(status) ??
    deletionRequestedMs(metadata) ??
    parseTimeMs(metadata.creationTimestamp ?? '') ??
    0
  );
}

function containersEndedMs(status: Pod['status']): number | undefined {
  let last: number | undefined;
  for (const { state } of status?.containerStatuses ?? []) {
    const at = parseTimeMs(state?.terminated?.finishedAt ?? '');
    if (at === undefined) return undefined;
    if (last === undefined || at > last) last = at;
  }
  return last;
}

function notReadySinceMs(status: Pod['status']): number | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return ready?.status === 'False' ? parseTimeMs(ready.lastTransitionTime ?? '') : undefined;
}

function deletionRequestedMs({
  deletionTimestamp,
  deletionGracePeriodSeconds = 0,
}: Pod['metadata']): number | undefined {
  const endMs = parseTimeMs(deletionTimestamp ?? '');
  return endMs === undefined ? undefined : endMs - deletionGracePeriodSeconds * 1000;
}

/** Returns the number of restarts of a pod's containers. */
export function restartsOf({ status }: Pod): number {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  return all.reduce((sum, { restartCount }) => sum + restartCount, 0);
}
