import type { Stored } from '../../tables/table-kind';
import type { CronJob } from 'kubernetes-types/batch/v1';
import { ageSince } from '../../tables/age';

import { AGE, type Cell, integer, NAME, NONE, tableOf, text } from '../../tables/table-kind';
import { CONTAINERS, containersAndImages, formatSelector, IMAGES, SELECTOR } from '../../tables/workload-columns';

/** Columns of a CronJob (`pkg/printers/internalversion` upstream). */
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
