import type { CronJob, Job } from 'kubernetes-types/batch/v1';
import type { KubeObject } from '@orrery/api-types';
import { ageSince, formatAge } from './age';
import { AGE, integer, NAME, NONE, tableOf, text, type Cell } from './table-kind';
import { CONTAINERS, containersAndImages, formatSelector, IMAGES, SELECTOR } from './workload-tables';

type Stored<T> = Omit<T, 'metadata'> & Pick<KubeObject, 'metadata'>;

export const JOB_TABLE = tableOf<Stored<Job>>(
  [
    NAME,
    text('Status', 'Status of the job.'),
    text('Completions', 'Number of succeeded pods and of desired completions.'),
    text('Duration', 'Running time of the job.'),
    AGE,
    CONTAINERS,
    IMAGES,
    SELECTOR,
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

export const CRON_JOB_TABLE = tableOf<Stored<CronJob>>(
  [
    NAME,
    text('Schedule', 'Cron schedule.'),
    text('Timezone', 'Time zone of the schedule.'),
    { ...text('Suspend', 'Whether the schedule is suspended.'), type: 'boolean' },
    integer('Active', 'Number of active jobs.'),
    text('Last Schedule', 'Time since the last start of a job.'),
    AGE,
    CONTAINERS,
    IMAGES,
    SELECTOR,
  ],
  ({ metadata, spec, status }, nowMs): Cell[] => [
    metadata.name,
    spec?.schedule ?? '',
    spec?.timeZone || NONE,
    spec?.suspend ? 'True' : 'False',
    status?.active?.length ?? 0,
    status?.lastScheduleTime ? ageSince(status.lastScheduleTime as string, nowMs) : NONE,
    ageSince(metadata.creationTimestamp, nowMs),
    ...containersAndImages(spec?.jobTemplate.spec?.template.spec),
    formatSelector(spec?.jobTemplate.spec?.selector),
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
