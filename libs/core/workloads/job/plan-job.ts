import type { Pod } from '@orrery/api-types';
import { formatTime, parseTimeMs } from '@orrery/time';
import type { WorkloadKnobs } from '../workload-knobs';
import { parseIndexes } from './completed-indexes';
import { indexFailures } from './index-failures';
import { accountFor, countsOf, NOTHING } from './job-accounts';
import { settleConditions } from './job-conditions';
import { endingOf, type JobStanding } from './job-ending';
import { hasFinalizer, indexOf, sortJobPods, type JobPods } from './job-pods';
import { finishedCondition, type Job, type JobNote, type JobStatus } from './job-constants';
import { manageJob, stopAll, type JobCreation } from './job-work';

export interface JobInput {
  readonly job: Job;
  /** All pods that it controls, those that have ended included. */
  readonly pods: readonly Pod[];
  readonly knobs: WorkloadKnobs;
  readonly nowMs: number;
}

/** One step of a job (spec api B5). */
export interface JobPlan {
  readonly creations: readonly JobCreation[];
  /** Pods to delete after the finalizers are removed. */
  readonly deletions: readonly Pod[];
  /** The status to write before anything else; undefined if it holds. */
  readonly status: JobStatus | undefined;
  /** Pods whose finalizer can be removed once the status is written: it accounts for them, or they do not count. */
  readonly letGo: readonly Pod[];
  readonly notes: readonly JobNote[];
  /** True if the TTL of the finished job has passed. */
  readonly isExpired: boolean;
  readonly recheckAtMs: number | undefined;
}

/** Decides one step. A job that is being deleted only lets its pods go. */
export function planJob(input: JobInput): JobPlan {
  const { job, nowMs, knobs } = input;
  const { spec, status } = job;
  const isSuspended = spec.suspend === true;
  const standing = standingOf(input, isSuspended);
  if (finishedCondition(job)) return afterTheEnd(standing, knobs);
  const { pods, startMs } = standing;
  const ending = endingOf(standing);
  const work = ending || isSuspended ? stopAll(pods) : manageJob(standing, knobs);
  const accounts = knobs.tracksJobPods ? accountFor({ ...standing, ending, deletions: work.deletions }) : undefined;
  const isIdle = !accounts || (accounts.letGo.length === 0 && pods.active.length + pods.terminating.length === 0);
  const settled = settleConditions({ status, ending, isSuspended, isIdle, nowMs, knobs });
  const next: JobStatus = {
    ...countsOf(standing, accounts),
    ...startTimeOf(standing),
    ...settled.fields,
  };
  const deadline = spec.activeDeadlineSeconds;
  const deadlineMs = deadline === undefined || startMs === undefined ? undefined : startMs + deadline * 1000;
  // Nothing else may happen to a job that ends here: it has to be woken up to go.
  const expiresMs = expiresAtMs({ ...job, status: next }, nowMs);
  return {
    ...work,
    status: isReported(status, next, knobs) ? undefined : next,
    letGo: accounts?.letGo ?? [],
    notes: settled.notes,
    isExpired: false,
    recheckAtMs: earliest(
      expiresMs,
      earliest(work.recheckAtMs, deadlineMs !== undefined && deadlineMs > nowMs ? deadlineMs : undefined),
    ),
  };
}

function standingOf({ job, pods: all, knobs, nowMs }: JobInput, isSuspended: boolean): JobStanding {
  const isTracked = knobs.tracksJobPods;
  const pods = sortJobPods({ job, pods: all, isTracked });
  const wasSuspended =
    job.status?.conditions?.some(({ type, status: is }) => type === 'Suspended' && is === 'True') ?? false;
  const startMs = isSuspended ? undefined : startedAtMs(job.status, wasSuspended, nowMs);
  const done = doneIndexes(job, pods);
  const indexes =
    done && isTracked ? indexFailures({ job, failedPods: pods.failed, active: pods.active, done }) : undefined;
  return { job, pods, succeededCount: done ? done.size : pods.succeededCount, done, indexes, startMs, nowMs };
}

/** Plans for a finished job: it stops its remaining pods, uncounted, and is deleted when its TTL expires. */
function afterTheEnd(standing: JobStanding, { tracksJobPods }: WorkloadKnobs): JobPlan {
  const { job, pods, nowMs } = standing;
  const expiresMs = expiresAtMs(job, nowMs);
  const isExpired = expiresMs !== undefined && nowMs >= expiresMs && !job.metadata.deletionTimestamp;
  const { active: _active, ready: _ready, terminating: _terminating, ...settled } = job.status ?? {};
  const { active, ready, terminating } = countsOf(standing, tracksJobPods ? NOTHING : undefined);
  const next: JobStatus = {
    ...settled,
    ...(active === undefined ? {} : { active }),
    ...(ready === undefined ? {} : { ready }),
    ...(terminating === undefined ? {} : { terminating }),
  };
  return {
    ...stopAll(pods),
    status: isSame(job.status, next) ? undefined : next,
    letGo: tracksJobPods ? everyTracked(pods) : [],
    notes: [],
    isExpired,
    recheckAtMs: isExpired ? undefined : expiresMs,
  };
}

/** Returns the time at which a finished job expires; undefined for one that has not finished, or stays. */
function expiresAtMs(job: Job, nowMs: number): number | undefined {
  const finished = finishedCondition(job);
  const ttl = job.spec.ttlSecondsAfterFinished;
  if (!finished || ttl === undefined) return undefined;
  return (parseTimeMs(finished.lastTransitionTime) ?? nowMs) + ttl * 1000;
}

function everyTracked({ active, terminating, succeeded, failed }: JobPods): Pod[] {
  return [...new Set([...active, ...terminating, ...succeeded, ...failed])].filter(hasFinalizer);
}

/** Returns whether a status need not be written. Controllers before 1.21 compare counts and conditions: the start alone is nothing to report. */
function isReported(status: JobStatus | undefined, next: JobStatus, { tracksJobPods }: WorkloadKnobs): boolean {
  if (tracksJobPods) return isSame(status, next);
  const { startTime: _before, ...before } = status ?? {};
  const { startTime: _after, ...after } = next;
  return isSame(before, after);
}

function isSame(a: JobStatus | undefined, b: JobStatus): boolean {
  const sorted = (status: object | undefined): string =>
    JSON.stringify(Object.entries(status ?? {}).sort(([x], [y]) => (x < y ? -1 : 1)));
  return sorted(a) === sorted(b);
}

function startedAtMs(status: JobStatus | undefined, wasSuspended: boolean, nowMs: number): number {
  if (wasSuspended) return nowMs;
  return parseTimeMs(status?.startTime ?? '') ?? nowMs;
}

/** A suspended job keeps its start time until it starts again. */
function startTimeOf({ job, startMs }: JobStanding): Pick<JobStatus, 'startTime'> {
  if (startMs !== undefined) return { startTime: formatTime(startMs) };
  return job.status?.startTime === undefined ? {} : { startTime: job.status.startTime };
}

/** Indexes that are done, of an Indexed job. */
function doneIndexes({ spec, status }: Job, { succeeded }: JobPods): Set<number> | undefined {
  if (spec.completionMode !== 'Indexed') return undefined;
  const limit = spec.completions ?? 0;
  const indexes = [...parseIndexes(status?.completedIndexes, limit), ...succeeded.flatMap((pod) => indexOf(pod) ?? [])];
  return new Set(indexes.filter((index) => index < limit));
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
