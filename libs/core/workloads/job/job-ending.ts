import type { Pod } from '@orrery/api-types';
import type { Ending } from './job-conditions';
import type { IndexFailureState } from './index-failures';
import { replacesOnlyFailed, restartsOf, type JobPods } from './job-pods';
import { JobReason, type Job } from './job-constants';
import { evaluateFailure } from './pod-failure-policy';
import { successByPolicy } from './success-policy';

/** State of a job from which its ending is decided. */
export interface JobStanding {
  readonly job: Job;
  readonly pods: JobPods;
  readonly succeededCount: number;
  /** Indexes that are done; undefined if the job has none. */
  readonly done: ReadonlySet<number> | undefined;
  /** Undefined if the job has one back-off limit for all. */
  readonly indexes: IndexFailureState | undefined;
  /** Start of the job; undefined while it is suspended. */
  readonly startMs: number | undefined;
  readonly nowMs: number;
}

/**
 * Returns the reason for which the job ends now; undefined if it continues. An earlier decision stays; then the order
 * is that of `syncJob` in `pkg/controller/job/job_controller.go`: failures first.
 */
export function endingOf(standing: JobStanding): Ending | undefined {
  return decidedBefore(standing.job) ?? failureOf(standing) ?? indexFailureOf(standing) ?? successOf(standing);
}

function decidedBefore({ status }: Job): Ending | undefined {
  const decided = status?.conditions?.find(
    ({ type, status: is }) => (type === 'SuccessCriteriaMet' || type === 'FailureTarget') && is === 'True',
  );
  if (!decided) return undefined;
  const { reason = '', message = '' } = decided;
  return { isSuccess: decided.type === 'SuccessCriteriaMet', reason, message };
}

function failureOf({ job, pods, startMs, nowMs }: JobStanding): Ending | undefined {
  const { spec } = job;
  const verdict = policyFailure(job, pods);
  if (verdict !== undefined) return failure(JobReason.PodFailurePolicy, verdict);
  if (exceedsBackoffLimit(job, pods)) {
    return failure(JobReason.BackoffLimitExceeded, 'Job has reached the specified backoff limit');
  }
  const deadline = spec.activeDeadlineSeconds;
  if (deadline !== undefined && startMs !== undefined && nowMs >= startMs + deadline * 1000) {
    return failure(JobReason.DeadlineExceeded, 'Job was active longer than specified deadline');
  }
  return undefined;
}

function indexFailureOf({ job, done, indexes }: JobStanding): Ending | undefined {
  if (!indexes || !done) return undefined;
  const { maxFailedIndexes, completions } = job.spec;
  const count = indexes.failed.size;
  if (maxFailedIndexes !== undefined && count > maxFailedIndexes) {
    const message = 'Job has exceeded the specified maximal number of failed indexes';
    return failure(JobReason.MaxFailedIndexesExceeded, message);
  }
  if (count > 0 && count + done.size >= (completions ?? 0)) {
    return failure(JobReason.FailedIndexes, 'Job has failed indexes');
  }
  return undefined;
}

function successOf({ job, pods, done, succeededCount }: JobStanding): Ending | undefined {
  const byPolicy = done && successByPolicy(job, done);
  if (byPolicy !== undefined) return { isSuccess: true, reason: JobReason.SuccessPolicy, message: byPolicy };
  const { completions } = job.spec;
  const isComplete =
    completions === undefined || completions === null
      ? succeededCount > 0 && pods.active.length === 0
      : succeededCount >= completions;
  if (!isComplete) return undefined;
  const message = 'Reached expected number of succeeded pods';
  return { isSuccess: true, reason: JobReason.CompletionsReached, message };
}

function policyFailure(job: Job, { allFailed }: JobPods): string | undefined {
  if (!job.spec.podFailurePolicy) return undefined;
  const isFailed = ({ status }: Pod): boolean => !replacesOnlyFailed(job) || status?.phase === 'Failed';
  for (const pod of allFailed) {
    const { message } = isFailed(pod) ? evaluateFailure(job, pod) : { message: undefined };
    if (message !== undefined) return message;
  }
  return undefined;
}

function exceedsBackoffLimit({ spec }: Job, { active, failedCount }: JobPods): boolean {
  const limit = spec.backoffLimit ?? 6;
  if (failedCount > limit) return true;
  if (spec.template.spec?.restartPolicy !== 'OnFailure') return false;
  const restarts = active.reduce((sum, pod) => sum + restartsOf(pod), 0);
  return limit === 0 ? restarts > 0 : restarts >= limit;
}

function failure(reason: string, message: string): Ending {
  return { isSuccess: false, reason, message };
}
