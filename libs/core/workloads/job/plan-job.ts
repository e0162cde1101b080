import type { Pod } from '@orrery/api-types';
import { formatTime, parseTimeMs } from '@orrery/time';
import { rankForDeletion } from '../pods/deletion-ranking';
import { isReady } from '../pods/pod-state';
import type { WorkloadKnobs } from '../workload-knobs';
import { formatIndexes, parseIndexes } from './completed-indexes';
import { settleConditions, type Ending } from './job-conditions';
import { endedAtMs, indexOf, restartsOf, sortJobPods, type JobPods } from './job-pods';
import { finishedCondition, JobReason, type Job, type JobStatus } from './job-words';

/** Pods that one step creates at most. */
const MAX_CREATIONS = 500;
/** How long a job waits after a failure; doubled with every further one. */
const BACKOFF_MS = 10_000;
const MAX_BACKOFF_MS = 360_000;

export interface JobInput {
  readonly job: Job;
  /** All pods that it controls, those that have ended included. */
  readonly pods: readonly Pod[];
  readonly knobs: WorkloadKnobs;
  readonly nowMs: number;
}

/** Something to tell people about. */
export interface JobNote {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** One step of a job (specification B5). */
export interface JobPlan {
  /** A pod each; the index where the job is Indexed. */
  readonly creations: readonly (number | undefined)[];
  readonly deletions: readonly Pod[];
  /** The status to write before anything else; undefined if it holds. */
  readonly status: JobStatus | undefined;
  /** Pods that the status accounts for: their finalizer can go once it is written. */
  readonly counted: readonly Pod[];
  readonly notes: readonly JobNote[];
  /** It has been finished long enough. */
  readonly isExpired: boolean;
  readonly recheckAtMs: number | undefined;
}

/** Decides one step. A job that is being deleted only lets its pods go. */
export function planJob(input: JobInput): JobPlan {
  const { job, nowMs, knobs } = input;
  const { spec, status } = job;
  const pods = sortJobPods({
    status,
    pods: input.pods,
    isTracked: knobs.tracksJobPods,
    replacesTerminating: spec.podReplacementPolicy !== 'Failed',
  });
  const finished = finishedCondition(job);
  if (finished) return afterTheEnd(input, pods, parseTimeMs(finished.lastTransitionTime) ?? nowMs);
  const isSuspended = spec.suspend === true;
  const wasSuspended =
    status?.conditions?.some(({ type, status: is }) => type === 'Suspended' && is === 'True') ?? false;
  const startMs = isSuspended ? undefined : startedAtMs(status, wasSuspended, nowMs);
  const done = doneIndexes(job, pods);
  const succeededCount = done ? done.size : pods.succeededCount;
  const ending = endingOf(input, { pods, startMs, succeededCount });
  const work = ending || isSuspended ? stop(pods) : manage(input, { pods, succeededCount, done });
  const settled = settleConditions({ status, ending, isSuspended, isIdle: isIdle(pods, knobs), nowMs, knobs });
  const next: JobStatus = {
    ...counts(input, pods, done),
    ...(startMs === undefined ? {} : { startTime: formatTime(startMs) }),
    ...settled.fields,
  };
  const deadline = spec.activeDeadlineSeconds;
  const deadlineMs = deadline === undefined || startMs === undefined ? undefined : startMs + deadline * 1000;
  return {
    ...work,
    status: isSame(status, next) ? undefined : next,
    counted: countedPods(pods, knobs),
    notes: settled.notes,
    isExpired: false,
    recheckAtMs: earliest(work.recheckAtMs, deadlineMs !== undefined && deadlineMs > nowMs ? deadlineMs : undefined),
  };
}

type Work = Pick<JobPlan, 'creations' | 'deletions' | 'recheckAtMs'>;

function stop({ active }: JobPods): Work {
  return { creations: [], deletions: active, recheckAtMs: undefined };
}

/** Brings the number of active pods to what it should be. */
function manage(
  { job, nowMs, knobs }: JobInput,
  { pods, succeededCount, done }: { pods: JobPods; succeededCount: number; done: Set<number> | undefined },
): Work {
  const { spec, metadata } = job;
  if (metadata.deletionTimestamp) return { creations: [], deletions: [], recheckAtMs: undefined };
  const { active, terminating } = pods;
  const wanted = wantedActive(job, succeededCount, active.length);
  const doubled = done ? duplicates(active) : [];
  const surplus = active.length - doubled.length - wanted;
  if (surplus > 0 || doubled.length > 0) {
    const others = active.filter((pod) => !doubled.includes(pod));
    const ranked =
      surplus > 0 ? rankForDeletion({ pods: others, related: others, usesDeletionCost: knobs.usesDeletionCost }) : [];
    return { creations: [], deletions: [...doubled, ...ranked.slice(0, Math.max(surplus, 0))], recheckAtMs: undefined };
  }
  const held = spec.podReplacementPolicy === 'Failed' ? terminating.length : 0;
  const missing = Math.min(wanted - active.length - held, MAX_CREATIONS);
  if (missing <= 0) return { creations: [], deletions: [], recheckAtMs: undefined };
  const waitUntilMs = backoffUntilMs(pods, nowMs);
  if (waitUntilMs > nowMs) return { creations: [], deletions: [], recheckAtMs: waitUntilMs };
  const creations = done ? freeIndexes(job, active, done, missing) : Array.from({ length: missing }, () => undefined);
  return { creations, deletions: [], recheckAtMs: undefined };
}

function wantedActive({ spec }: Job, succeededCount: number, active: number): number {
  const { parallelism = 1, completions } = spec;
  if (completions === undefined || completions === null) return succeededCount > 0 ? active : parallelism;
  return Math.max(0, Math.min(parallelism, completions - succeededCount));
}

/** After the k-th failure in a row it waits 10 s * 2^(k-1), 6 min at most, from the end of the last one. */
function backoffUntilMs({ allFailed: failed, allSucceeded: succeeded }: JobPods, nowMs: number): number {
  const lastSuccessMs = Math.max(-Infinity, ...succeeded.map((pod) => endedAtMs(pod, nowMs)));
  const ends = failed.map((pod) => endedAtMs(pod, nowMs)).filter((atMs) => atMs > lastSuccessMs);
  if (ends.length === 0) return -Infinity;
  const delay = Math.min(BACKOFF_MS * 2 ** (ends.length - 1), MAX_BACKOFF_MS);
  return Math.max(...ends) + delay;
}

interface Standing {
  readonly pods: JobPods;
  readonly startMs: number | undefined;
  readonly succeededCount: number;
}

/** Why the job ends now; undefined if it goes on. What has been decided before stands. */
function endingOf({ job, nowMs }: JobInput, { pods, startMs, succeededCount }: Standing): Ending | undefined {
  const { spec, status } = job;
  const decided = status?.conditions?.find(
    ({ type, status: is }) => (type === 'SuccessCriteriaMet' || type === 'FailureTarget') && is === 'True',
  );
  if (decided) {
    const { reason = '', message = '' } = decided;
    return { isSuccess: decided.type === 'SuccessCriteriaMet', reason, message };
  }
  if (exceedsBackoffLimit(spec.backoffLimit ?? 6, spec.template, pods)) {
    const message = 'Job has reached the specified backoff limit';
    return { isSuccess: false, reason: JobReason.BackoffLimitExceeded, message };
  }
  const deadline = spec.activeDeadlineSeconds;
  if (deadline !== undefined && startMs !== undefined && nowMs >= startMs + deadline * 1000) {
    const message = 'Job was active longer than specified deadline';
    return { isSuccess: false, reason: JobReason.DeadlineExceeded, message };
  }
  const { completions } = spec;
  const isComplete =
    completions === undefined || completions === null
      ? succeededCount > 0 && pods.active.length === 0
      : succeededCount >= completions;
  if (!isComplete) return undefined;
  return {
    isSuccess: true,
    reason: JobReason.CompletionsReached,
    message: 'Reached expected number of succeeded pods',
  };
}

function exceedsBackoffLimit(
  limit: number,
  template: Job['spec']['template'],
  { active, failedCount }: JobPods,
): boolean {
  if (failedCount > limit) return true;
  if (template.spec?.restartPolicy !== 'OnFailure') return false;
  const restarts = active.reduce((sum, pod) => sum + restartsOf(pod), 0);
  return limit === 0 ? restarts > 0 : restarts >= limit;
}

/** A finished job keeps what is left of its pods from running, and goes when its time is over. */
function afterTheEnd(input: JobInput, pods: JobPods, finishedMs: number): JobPlan {
  const { job, nowMs, knobs } = input;
  const ttl = job.spec.ttlSecondsAfterFinished;
  const expiresMs = ttl === undefined ? undefined : finishedMs + ttl * 1000;
  const isExpired = expiresMs !== undefined && nowMs >= expiresMs && !job.metadata.deletionTimestamp;
  const { startTime, completionTime, conditions } = job.status ?? {};
  const next: JobStatus = {
    ...counts(input, pods, doneIndexes(job, pods)),
    ...(startTime ? { startTime } : {}),
    ...(completionTime ? { completionTime } : {}),
    ...(conditions ? { conditions } : {}),
  };
  return {
    ...stop(pods),
    status: isSame(job.status, next) ? undefined : next,
    counted: countedPods(pods, knobs),
    notes: [],
    isExpired,
    recheckAtMs: isExpired ? undefined : expiresMs,
  };
}

/**
 * Numbers that are 0 are left out, as Go leaves them. Tracked pods that have ended are listed until their finalizer is
 * gone, and only then counted: whenever the controller dies in between, each is counted once.
 */
function counts({ knobs }: JobInput, pods: JobPods, done: Set<number> | undefined): JobStatus {
  const { active, terminating, succeeded, failed, succeededCount, failedCount } = pods;
  const isTracked = knobs.tracksJobPods;
  const succeededSoFar = done ? done.size : succeededCount - (isTracked ? succeeded.length : 0);
  const failedSoFar = failedCount - (isTracked ? failed.length : 0);
  return {
    ...(active.length > 0 ? { active: active.length } : {}),
    ...(succeededSoFar > 0 ? { succeeded: succeededSoFar } : {}),
    ...(failedSoFar > 0 ? { failed: failedSoFar } : {}),
    ...(done && done.size > 0 ? { completedIndexes: formatIndexes(done) } : {}),
    ...(isTracked
      ? {
          ready: active.filter(isReady).length,
          terminating: terminating.length,
          uncountedTerminatedPods: { ...listed('succeeded', succeeded), ...listed('failed', failed) },
        }
      : {}),
  };
}

function listed(name: 'succeeded' | 'failed', pods: readonly Pod[]): object {
  return pods.length > 0 ? { [name]: pods.map(({ metadata }) => metadata.uid) } : {};
}

function isSame(a: JobStatus | undefined, b: JobStatus): boolean {
  const sorted = (status: object | undefined): string =>
    JSON.stringify(Object.entries(status ?? {}).sort(([x], [y]) => (x < y ? -1 : 1)));
  return sorted(a) === sorted(b);
}

function countedPods({ succeeded, failed }: JobPods, knobs: WorkloadKnobs): readonly Pod[] {
  return knobs.tracksJobPods ? [...succeeded, ...failed] : [];
}

/** Whether a tracked job may be called finished: nothing of it runs, and everything is counted. */
function isIdle({ active, terminating, succeeded, failed }: JobPods, { tracksJobPods }: WorkloadKnobs): boolean {
  return !tracksJobPods || active.length + terminating.length + succeeded.length + failed.length === 0;
}

function startedAtMs(status: JobStatus | undefined, wasSuspended: boolean, nowMs: number): number {
  if (wasSuspended) return nowMs;
  return parseTimeMs(status?.startTime ?? '') ?? nowMs;
}

/** Indexes that are done, of an Indexed job. */
function doneIndexes({ spec, status }: Job, { succeeded }: JobPods): Set<number> | undefined {
  if (spec.completionMode !== 'Indexed') return undefined;
  const limit = spec.completions ?? 0;
  const indexes = [...parseIndexes(status?.completedIndexes, limit), ...succeeded.flatMap((pod) => indexOf(pod) ?? [])];
  return new Set(indexes.filter((index) => index < limit));
}

/** Active pods beyond the first of an index, and those without one. */
function duplicates(active: readonly Pod[]): Pod[] {
  const seen = new Set<number>();
  return active.filter((pod) => {
    const index = indexOf(pod);
    if (index === undefined || seen.has(index)) return true;
    seen.add(index);
    return false;
  });
}

function freeIndexes({ spec }: Job, active: readonly Pod[], done: Set<number>, count: number): number[] {
  const taken = new Set(active.map(indexOf));
  const free: number[] = [];
  for (let index = 0; index < (spec.completions ?? 0) && free.length < count; index++) {
    if (!done.has(index) && !taken.has(index)) free.push(index);
  }
  return free;
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
