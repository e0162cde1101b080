import type { Stored } from '../../tables/table-kind';
import type { CronJob } from 'kubernetes-types/batch/v1';
import { ageSince } from '../../tables/age';

import { AGE, type Cell, integer, later, NAME, NONE, tableOf, text, of } from '../../tables/table-kind';
import { CONTAINERS, containersAndImages, formatSelector, IMAGES, selectorOf } from '../../tables/workload-columns';

/** Columns of a CronJob (`pkg/printers/internalversion` upstream). */
export const CRON_JOB_TABLE = tableOf<Stored<CronJob>>(
  [
    NAME,
    text('Schedule', of('V1CronJobSpec', 'schedule')),
    later(text('Timezone', of('V1CronJobSpec', 'timeZone'))),
    { ...text('Suspend', of('V1CronJobSpec', 'suspend')), type: 'boolean' },
    integer('Active', of('V1CronJobStatus', 'active')),
    text('Last Schedule', of('V1CronJobStatus', 'lastScheduleTime')),
    AGE,
    CONTAINERS,
    IMAGES,
    selectorOf('V1JobSpec'),
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
