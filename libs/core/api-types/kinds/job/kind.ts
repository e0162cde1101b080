import { defaultWorkload } from '../../defaults/workloads';
import type { KindRow } from '../kind-info';
import { JOB_TABLE } from './table';
import { validateJob, validateJobUpdate } from './validation';
import { selectOwnPods } from './strategy';
import { JOB_FIELDS } from './selectable-fields';

/** Description of the kind Job. */
export const JOB: KindRow = {
  kind: 'Job',
  resource: 'jobs',
  apiVersions: ['batch/v1'],
  namespaced: true,
  served: true,
  categories: ['all'],
  hasStatus: true,
  hasGeneration: true,
  defaultPropagation: 'Orphan',
  firstStatus: () => ({}),
  prepareForCreate: selectOwnPods,
  applyDefaults: defaultWorkload,
  validate: validateJob,
  validateUpdate: (next, old) => [...validateJob(next), ...validateJobUpdate(next, old)],
  selectableFields: JOB_FIELDS,
  table: JOB_TABLE,
};
