import type { KubeObject, PodTemplateSpec } from '@orrery/api-types';

/** Finalizer of a job's pods until they have been counted. */
export const JOB_TRACKING = 'batch.kubernetes.io/job-tracking';
/** Annotation, and since 1.28 label, of the pods of an Indexed job. */
export const COMPLETION_INDEX = 'batch.kubernetes.io/job-completion-index';

export const JobReason = {
  BackoffLimitExceeded: 'BackoffLimitExceeded',
  DeadlineExceeded: 'DeadlineExceeded',
  CompletionsReached: 'CompletionsReached',
  Suspended: 'JobSuspended',
  Resumed: 'JobResumed',
} as const;

export interface JobCondition {
  readonly type: 'Complete' | 'Failed' | 'Suspended' | 'SuccessCriteriaMet' | 'FailureTarget';
  readonly status: 'True' | 'False';
  readonly lastProbeTime: string;
  readonly lastTransitionTime: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface UncountedPods {
  readonly succeeded?: readonly string[];
  readonly failed?: readonly string[];
}

export interface JobStatus {
  readonly active?: number;
  readonly ready?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly terminating?: number;
  readonly completedIndexes?: string;
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly conditions?: readonly JobCondition[];
  readonly uncountedTerminatedPods?: UncountedPods;
}

/** The part of a Job that decides. */
export interface Job extends Pick<KubeObject, 'metadata'> {
  readonly spec: {
    readonly parallelism?: number;
    readonly completions?: number | null;
    readonly backoffLimit?: number;
    readonly activeDeadlineSeconds?: number;
    readonly ttlSecondsAfterFinished?: number;
    readonly completionMode?: 'NonIndexed' | 'Indexed';
    readonly suspend?: boolean;
    readonly podReplacementPolicy?: 'TerminatingOrFailed' | 'Failed';
    readonly template: PodTemplateSpec;
  };
  readonly status?: JobStatus;
}

/** The condition that ended a job; undefined if it goes on. */
export function finishedCondition({ status }: Pick<Job, 'status'>): JobCondition | undefined {
  return status?.conditions?.find(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  );
}
