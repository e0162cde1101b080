import { defaultWorkload } from '../../defaults/workloads';
import { JOB_COUNTS, statusCountErrors } from '../../validation/status-counts';
import { workloadWarnings } from '../../warnings/pod-warnings';
import type { KindRow } from '../kind-info';
import { JOB_TABLE } from './table';
import { validateJob, validateJobSelector, validateJobUpdate, validateMadeSelector } from './validation';
import { forgetPrefixedLabels, selectOwnPods, takeLabelsOfTemplate } from './strategy';
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
  hadGeneration: false,
  defaultPropagation: 'Orphan',
  firstStatus: () => ({}),
  preparesCopies: true,
  prepareForCreate: selectOwnPods,
  completeCreated: takeLabelsOfTemplate,
  forgetLater: forgetPrefixedLabels,
  applyDefaults: defaultWorkload,
  validate: (object) => [...validateMadeSelector(object), ...validateJob(object), ...validateJobSelector(object)],
  validateUpdate: (next, old) => [...validateJob(next), ...validateJobSelector(next), ...validateJobUpdate(next, old)],
  selectableFields: JOB_FIELDS,
  validateStatus: (next, old) => statusCountErrors(next, old, JOB_COUNTS),
  warnings: workloadWarnings,
  table: JOB_TABLE,
};
