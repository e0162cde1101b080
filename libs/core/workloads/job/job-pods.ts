import { isTerminalPhase, type Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import { COMPLETION_INDEX, JOB_TRACKING, type JobStatus } from './job-words';

/** The pods of a job, sorted out. */
export interface JobPods {
  /** Neither ended nor going. */
  readonly active: readonly Pod[];
  /** Going, and not ended yet. */
  readonly terminating: readonly Pod[];
  /** Ended well, or not, and to be counted: those counted before are not among them. */
  readonly succeeded: readonly Pod[];
  readonly failed: readonly Pod[];
  /** All that ended so and are still there, counted or not: the back-off depends on when they did. */
  readonly allSucceeded: readonly Pod[];
  readonly allFailed: readonly Pod[];
  /** How many ended so in all, those included whose pods are gone. */
  readonly succeededCount: number;
  readonly failedCount: number;
}

export interface JobPodsInput {
  readonly status: JobStatus | undefined;
  readonly pods: readonly Pod[];
  /** Whether pods carry the finalizer of job tracking, so that none is gone before it was counted. */
  readonly isTracked: boolean;
  /** A pod that is going counts as failed at once, so that another can take its place. */
  readonly replacesTerminating: boolean;
}

/** Sorts the pods of a job. Without tracking only pods that are there can be counted, as in Kubernetes 1.20. */
export function sortJobPods({ status, pods, isTracked, replacesTerminating }: JobPodsInput): JobPods {
  const active: Pod[] = [];
  const terminating: Pod[] = [];
  const succeeded: Pod[] = [];
  const failed: Pod[] = [];
  for (const pod of pods) {
    const phase = pod.status?.phase;
    const isGoing = pod.metadata.deletionTimestamp !== undefined;
    if (!isTerminalPhase(phase) && !isGoing) active.push(pod);
    else if (isGoing && !isTerminalPhase(phase)) terminating.push(pod);
    if (phase === 'Succeeded') succeeded.push(pod);
    else if (phase === 'Failed' || (isGoing && isTracked && replacesTerminating)) failed.push(pod);
  }
  if (!isTracked) {
    const [succeededCount, failedCount] = [succeeded.length, failed.length];
    const all = { allSucceeded: succeeded, allFailed: failed };
    return { active, terminating, succeeded, failed, ...all, succeededCount, failedCount };
  }
  const uncounted = status?.uncountedTerminatedPods;
  const isNew = (pod: Pod): boolean => hasFinalizer(pod);
  const [newSucceeded, newFailed] = [succeeded.filter(isNew), failed.filter(isNew)];
  const gone = (uids: readonly string[] | undefined, here: readonly Pod[]): number => {
    const still = new Set(here.map(({ metadata }) => metadata.uid));
    return (uids ?? []).filter((uid) => !still.has(uid)).length;
  };
  return {
    active,
    terminating,
    succeeded: newSucceeded,
    failed: newFailed,
    allSucceeded: succeeded,
    allFailed: failed,
    succeededCount: (status?.succeeded ?? 0) + gone(uncounted?.succeeded, newSucceeded) + newSucceeded.length,
    failedCount: (status?.failed ?? 0) + gone(uncounted?.failed, newFailed) + newFailed.length,
  };
}

/** Whether a pod has not been counted for good. */
export function hasFinalizer({ metadata }: Pod): boolean {
  return (metadata.finalizers ?? []).includes(JOB_TRACKING);
}

/** The index of a pod of an Indexed job. */
export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[COMPLETION_INDEX];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** When a pod ended: the last of its containers, or else when it was told to go, or now. */
export function endedAtMs({ metadata, status }: Pod, nowMs: number): number {
  let last = -Infinity;
  for (const { state } of status?.containerStatuses ?? []) {
    const at = parseTimeMs(state?.terminated?.finishedAt ?? '');
    if (at !== undefined && at > last) last = at;
  }
  if (last > -Infinity) return last;
  return parseTimeMs(metadata.deletionTimestamp ?? '') ?? nowMs;
}

/** How often the containers of a pod have been started again. */
export function restartsOf({ status }: Pod): number {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  return all.reduce((sum, { restartCount }) => sum + restartCount, 0);
}
