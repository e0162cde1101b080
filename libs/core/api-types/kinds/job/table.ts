import type { Stored } from '../../tables/table-kind';
import type { Job } from 'kubernetes-types/batch/v1';
import { ageSince, formatAge } from '../../tables/age';

import { AGE, later, NAME, tableOf, text, of } from '../../tables/table-kind';
import { CONTAINERS, containersAndImages, formatSelector, IMAGES, selectorOf } from '../../tables/workload-columns';

/** Columns of a Job (`pkg/printers/internalversion` upstream). */
export const JOB_TABLE = tableOf<Stored<Job>>(
  [
    NAME,
    later(text('Status', 'Status of the job.')),
    text('Completions', of('V1JobStatus', 'succeeded')),
    text('Duration', 'Time required to complete the job.'),
    AGE,
    CONTAINERS,
    IMAGES,
    selectorOf('V1JobSpec'),
  ],
  (job, nowMs) => [
    job.metadata.name,
    jobStatus(job),
    completions(job),
    duration(job, nowMs),
    ageSince(job.metadata.creationTimestamp, nowMs),
    ...containersAndImages(job.spec?.template.spec),
    formatSelector(job.spec?.selector),
  ],
);

function jobStatus({ metadata, spec, status }: Stored<Job>): string {
  const holds = (wanted: string): boolean =>
    status?.conditions?.some((condition) => condition.type === wanted && condition.status === 'True') ?? false;
  if (holds('Complete')) return 'Complete';
  if (holds('Failed')) return 'Failed';
  if (metadata.deletionTimestamp) return 'Terminating';
  if (holds('Suspended') || spec?.suspend) return 'Suspended';
  if (holds('FailureTarget')) return 'FailureTarget';
  return holds('SuccessCriteriaMet') ? 'SuccessCriteriaMet' : 'Running';
}

function completions({ spec, status }: Stored<Job>): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec?.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function duration({ status }: Stored<Job>, nowMs: number): string {
  if (!status?.startTime) return '';
  const endMs = status.completionTime ? Date.parse(status.completionTime as string) : nowMs;
  return formatAge(endMs - Date.parse(status.startTime as string));
}
