import type { KubeObject, PodTemplateSpec } from '@orrery/api-types';

/** Finalizer of a job's pods until they have been counted. */
export const JOB_TRACKING = 'batch.kubernetes.io/job-tracking';
/** Annotation, and since 1.28 label, of the pods of an Indexed job. */
export const COMPLETION_INDEX = 'batch.kubernetes.io/job-completion-index';
/** Annotation of the pods of a job with a back-off limit for each index: how often its index failed before. */
export const INDEX_FAILURES = 'batch.kubernetes.io/job-index-failure-count';
/** Annotation with the number of the index's failures that the pod failure policy ignores. */
export const INDEX_IGNORED_FAILURES = 'batch.kubernetes.io/job-index-ignored-failure-count';
/** The default controller of a job. */
export const JOB_CONTROLLER = 'kubernetes.io/job-controller';

export const JobReason = {
  BackoffLimitExceeded: 'BackoffLimitExceeded',
  DeadlineExceeded: 'DeadlineExceeded',
  CompletionsReached: 'CompletionsReached',
  PodFailurePolicy: 'PodFailurePolicy',
  MaxFailedIndexesExceeded: 'MaxFailedIndexesExceeded',
  FailedIndexes: 'FailedIndexes',
  SuccessPolicy: 'SuccessPolicy',
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

interface UncountedPods {
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
  /** Failed indexes of a job with a back-off limit for each index; empty while none failed for good. */
  readonly failedIndexes?: string;
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly conditions?: readonly JobCondition[];
  readonly uncountedTerminatedPods?: UncountedPods;
}

/** Rule about a failed pod; the first rule that matches decides. */
export interface PodFailureRule {
  readonly action: 'FailJob' | 'FailIndex' | 'Ignore' | 'Count';
  readonly onExitCodes?: {
    readonly containerName?: string;
    readonly operator: 'In' | 'NotIn';
    readonly values: readonly number[];
  };
  readonly onPodConditions?: readonly { readonly type: string; readonly status?: string }[];
}

/** Indexes, or their number, that make an Indexed job a success before all are done. */
interface SuccessRule {
  readonly succeededIndexes?: string;
  readonly succeededCount?: number;
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
    readonly podFailurePolicy?: { readonly rules?: readonly PodFailureRule[] };
    readonly successPolicy?: { readonly rules?: readonly SuccessRule[] };
    readonly backoffLimitPerIndex?: number;
    readonly maxFailedIndexes?: number;
    readonly managedBy?: string;
    readonly podReplacementPolicy?: 'TerminatingOrFailed' | 'Failed';
    readonly template: PodTemplateSpec;
  };
  readonly status?: JobStatus;
}

/** Returns the condition that ended a job; undefined if it is running. */
export function finishedCondition({ status }: Pick<Job, 'status'>): JobCondition | undefined {
  return status?.conditions?.find(
    ({ type, status: is }) => (type === 'Complete' || type === 'Failed') && is === 'True',
  );
}

/** An Event of a job. */
export interface JobNote {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}
