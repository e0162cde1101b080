import { defaultWorkload } from '../../defaults/workloads';
import type { KindRow } from '../kind-info';
import { CRON_JOB_TABLE } from './table';
import { validateCronJob, validateCronJobUpdate } from './validation';

/** Description of the kind CronJob. */
export const CRON_JOB: KindRow = {
  kind: 'CronJob',
  resource: 'cronjobs',
  apiVersions: ['batch/v1', 'batch/v1beta1'],
  laterVersions: { 'batch/v1': '1.21' },
  deprecations: { 'batch/v1beta1': { since: 'v1.21', removedIn: 'v1.25', use: 'batch/v1' } },
  namespaced: true,
  served: true,
  shortNames: ['cj'],
  categories: ['all'],
  hasStatus: true,
  hasGeneration: true,
  hadGeneration: false,
  firstStatus: () => ({}),
  applyDefaults: defaultWorkload,
  validate: validateCronJob,
  validateUpdate: validateCronJobUpdate,
  table: CRON_JOB_TABLE,
};
