import type { KubeObject } from '@orrery/api-types';

/** Annotation of a job: the time of the schedule for which it was made. */
export const SCHEDULED_TIMESTAMP = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

export interface JobReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion?: string;
}

export interface CronJobStatus {
  readonly active?: readonly JobReference[];
  readonly lastScheduleTime?: string;
  readonly lastSuccessfulTime?: string;
}

/** The part of a CronJob that decides. */
export interface CronJob extends Pick<KubeObject, 'metadata' | 'apiVersion' | 'kind'> {
  readonly spec: {
    readonly schedule: string;
    readonly timeZone?: string;
    readonly concurrencyPolicy?: 'Allow' | 'Forbid' | 'Replace';
    readonly suspend?: boolean;
    readonly startingDeadlineSeconds?: number;
    readonly successfulJobsHistoryLimit?: number;
    readonly failedJobsHistoryLimit?: number;
    readonly jobTemplate: {
      readonly metadata?: { readonly labels?: Record<string, string>; readonly annotations?: Record<string, string> };
      readonly spec?: object;
    };
  };
  readonly status?: CronJobStatus;
}
