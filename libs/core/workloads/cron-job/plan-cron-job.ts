import type { KubeObject } from '@orrery/api-types';
import { formatTime, parseTimeMs } from '@orrery/time';
import { finishedCondition, type Job } from '../job/job-constants';
import { controllerReference } from '../ownership/controller-reference';
import type { WorkloadKnobs } from '../workload-knobs';
import { SCHEDULED_TIMESTAMP, type CronJob, type CronJobStatus, type JobReference } from './cron-job-constants';
import { Schedule } from './schedule';

/** Names of jobs leave room for the letters of their pods. */
const MAX_NAME = 52;
/** The number of missed starts above which an event is recorded. */
const MAX_MISSED = 100;

export interface CronJobInput {
  readonly cronJob: CronJob;
  /** The jobs that it controls. */
  readonly jobs: readonly Job[];
  readonly knobs: WorkloadKnobs;
  readonly nowMs: number;
}

interface CronJobNote {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** A job to be made. */
interface NewJob {
  readonly name: string;
  readonly scheduledMs: number;
  readonly input: object;
}

/** One step of a CronJob (spec api B6). */
export interface CronJobPlan {
  /** Jobs that the one to be made replaces: their deletion comes first. */
  readonly replaced: readonly Job[];
  /** Finished jobs beyond the history. */
  readonly outdated: readonly Job[];
  readonly creation: NewJob | undefined;
  /** The status without the job to be made; undefined if it holds. */
  readonly status: CronJobStatus | undefined;
  readonly notes: readonly CronJobNote[];
  readonly recheckAtMs: number | undefined;
}

/** Decides one step. Only the latest of the times that were missed is made up for. */
export function planCronJob(input: CronJobInput): CronJobPlan {
  const { cronJob, nowMs, knobs } = input;
  const notes: CronJobNote[] = [];
  const active = activeReferences(input, notes);
  const status: CronJobStatus = {
    ...(active.length > 0 ? { active } : {}),
    ...lastTimes(input),
  };
  const base = {
    replaced: [],
    outdated: outdatedJobs(input),
    creation: undefined,
    status: isSame(cronJob.status, status) ? undefined : status,
    notes,
    recheckAtMs: undefined,
  };
  if (cronJob.metadata.deletionTimestamp || cronJob.spec.suspend) return base;
  const sinceMs = sinceWhen(cronJob.metadata, status, nowMs);
  const schedule = new Schedule(cronJob.spec.schedule, cronJob.spec.timeZone ?? 'UTC', sinceMs);
  const nextMs = schedule.after(nowMs);
  const recheckAtMs = nextMs === undefined ? undefined : pollAfter(nextMs, knobs);
  const dueMs = dueTime({ ...cronJob, status }, schedule, { nowMs, notes });
  if (dueMs === undefined) return { ...base, recheckAtMs };
  if (cronJob.spec.concurrencyPolicy === 'Forbid' && active.length > 0) {
    const message = 'Not starting job because prior execution is running and concurrency policy is Forbid';
    notes.push({ type: 'Normal', reason: 'JobAlreadyActive', message });
    return { ...base, recheckAtMs };
  }
  const uids = new Set(active.map(({ uid }) => uid));
  const replaced =
    cronJob.spec.concurrencyPolicy === 'Replace' ? input.jobs.filter(({ metadata }) => uids.has(metadata.uid)) : [];
  return { ...base, replaced, creation: newJob(cronJob, dueMs), recheckAtMs };
}

/** The status after the job was made. */
export function withStarted(status: CronJobStatus | undefined, job: KubeObject, scheduledMs: number): CronJobStatus {
  const others = (status?.active ?? []).filter(({ uid }) => uid !== job.metadata.uid);
  return {
    ...status,
    active: [...others, referenceTo(job)],
    lastScheduleTime: formatTime(scheduledMs),
  };
}

/** Returns the scheduled time for which a job is due now, if there is one. */
function dueTime(
  { spec, status, metadata }: CronJob,
  schedule: Schedule,
  { nowMs, notes }: { nowMs: number; notes: CronJobNote[] },
): number | undefined {
  const deadline = spec.startingDeadlineSeconds;
  const sinceMs = sinceWhen(metadata, status, nowMs);
  const earliestMs = deadline === undefined ? sinceMs : Math.max(sinceMs, nowMs - deadline * 1000 - 1);
  const latestMs = schedule.atOrBefore(nowMs);
  if (latestMs === undefined || latestMs <= sinceMs) return undefined;
  if (deadline !== undefined && latestMs + deadline * 1000 < nowMs) {
    notes.push({
      type: 'Warning',
      reason: 'MissSchedule',
      message: `Missed scheduled time to start a job: ${httpTime(latestMs)}`,
    });
    return undefined;
  }
  const missed = countUpTo(schedule, { fromMs: earliestMs, toMs: nowMs });
  if (missed > MAX_MISSED) {
    const message = `too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew`;
    notes.push({ type: 'Warning', reason: 'TooManyMissedTimes', message });
  }
  return latestMs;
}

/** The time of the last job, or when there was none yet, that of the schedule itself. */
function sinceWhen(metadata: CronJob['metadata'], status: CronJobStatus | undefined, nowMs: number): number {
  return parseTimeMs(status?.lastScheduleTime ?? '') ?? parseTimeMs(metadata.creationTimestamp) ?? nowMs;
}

/** Returns how many times lie within; no more than needed are counted. */
function countUpTo(schedule: Schedule, { fromMs, toMs }: { fromMs: number; toMs: number }): number {
  let count = 0;
  let at = schedule.after(fromMs);
  while (at !== undefined && at <= toMs && count <= MAX_MISSED) {
    count++;
    at = schedule.after(at);
  }
  return count;
}

/** References to running jobs, with events for those that ended, disappeared or appeared. */
function activeReferences({ cronJob, jobs }: CronJobInput, notes: CronJobNote[]): JobReference[] {
  const known = cronJob.status?.active ?? [];
  const byUid = new Map(jobs.map((job) => [job.metadata.uid, job]));
  const knownUids = new Set(known.map(({ uid }) => uid));
  const forgotten: JobReference[] = [];
  for (const job of jobs) {
    const { name, uid, annotations, deletionTimestamp } = job.metadata;
    if (knownUids.has(uid) || finishedCondition(job)) continue;
    // Made by a controller that died before it could say so; what people make has no such annotation.
    const isOwn = annotations?.[SCHEDULED_TIMESTAMP] !== undefined;
    if (isOwn && !deletionTimestamp) forgotten.push(referenceTo(job));
    if (isOwn) continue;
    const message = `Saw a job that the controller did not create or forgot: ${name}`;
    notes.push({ type: 'Warning', reason: 'UnexpectedJob', message });
  }
  const running = known.filter(({ uid, name }) => {
    const job = byUid.get(uid);
    if (!job) {
      notes.push({ type: 'Normal', reason: 'MissingJob', message: `Active job went missing: ${name}` });
      return false;
    }
    const finished = finishedCondition(job);
    if (!finished) return true;
    const message = `Saw completed job: ${name}, condition: ${finished.type}`;
    notes.push({ type: 'Normal', reason: 'SawCompletedJob', message });
    return false;
  });
  return [...running, ...forgotten];
}

function referenceTo({ metadata }: Pick<Job, 'metadata'>): JobReference {
  const { namespace = '', name, uid, resourceVersion } = metadata;
  return { apiVersion: 'batch/v1', kind: 'Job', namespace, name, uid, ...(resourceVersion ? { resourceVersion } : {}) };
}

function lastTimes({ cronJob: { status }, jobs }: CronJobInput): Partial<CronJobStatus> {
  let last = status?.lastSuccessfulTime;
  let scheduled = status?.lastScheduleTime;
  for (const { metadata, status: jobStatus } of jobs) {
    const at = jobStatus?.completionTime;
    if (at && (!last || at > last)) last = at;
    const made = metadata.annotations?.[SCHEDULED_TIMESTAMP];
    if (made && (!scheduled || made > scheduled)) scheduled = made;
  }
  return {
    ...(scheduled ? { lastScheduleTime: scheduled } : {}),
    ...(last ? { lastSuccessfulTime: last } : {}),
  };
}

/** The oldest finished jobs beyond what the history keeps of their kind. */
function outdatedJobs({ cronJob: { spec }, jobs }: CronJobInput): Job[] {
  const ended = (type: 'Complete' | 'Failed'): Job[] =>
    jobs
      .filter((job) => finishedCondition(job)?.type === type && !job.metadata.deletionTimestamp)
      .sort((a, b) => startOf(a) - startOf(b) || (a.metadata.name < b.metadata.name ? -1 : 1));
  const beyond = (list: Job[], limit: number): Job[] => list.slice(0, Math.max(0, list.length - limit));
  return [
    ...beyond(ended('Complete'), spec.successfulJobsHistoryLimit ?? 3),
    ...beyond(ended('Failed'), spec.failedJobsHistoryLimit ?? 1),
  ];
}

function startOf({ status, metadata }: Job): number {
  return parseTimeMs(status?.startTime ?? metadata.creationTimestamp) ?? 0;
}

/** Named after the minute of its time, so that no time can have two. */
function newJob(cronJob: CronJob, scheduledMs: number): NewJob {
  const { metadata, spec } = cronJob;
  const name = `${metadata.name.slice(0, MAX_NAME)}-${Math.floor(scheduledMs / 60_000)}`;
  const { labels, annotations } = spec.jobTemplate.metadata ?? {};
  return {
    name,
    scheduledMs,
    input: {
      metadata: {
        name,
        ...(labels ? { labels } : {}),
        annotations: { ...annotations, [SCHEDULED_TIMESTAMP]: formatTime(scheduledMs) },
        ownerReferences: [controllerReference(cronJob)],
      },
      spec: spec.jobTemplate.spec ?? {},
    },
  };
}

/** Returns the time of the next check. Before 1.21 schedules are checked every ten seconds only. */
function pollAfter(ms: number, { cronPollMs }: WorkloadKnobs): number {
  return cronPollMs === 0 ? ms : Math.ceil(ms / cronPollMs) * cronPollMs;
}

function isSame(a: CronJobStatus | undefined, b: CronJobStatus): boolean {
  const key = ({ active, lastScheduleTime, lastSuccessfulTime }: CronJobStatus): string =>
    JSON.stringify([active?.map(({ uid }) => uid) ?? [], lastScheduleTime, lastSuccessfulTime]);
  return key(a ?? {}) === key(b);
}

function httpTime(ms: number): string {
  return new Date(ms).toUTCString().replace('GMT', '+0000');
}
