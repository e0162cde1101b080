import { defaultWorkload } from '../../defaults/workloads';
import { validateSelectorUpdate } from '../../validation/workload';
import { validateDaemonSet } from './validation';
import { DAEMON_SET_COUNTS, statusCountErrors } from '../../validation/status-counts';
import { templateWarnings } from '../../warnings/pod-warnings';
import type { KindRow } from '../kind-info';
import { DAEMON_SET_TABLE } from './table';
import { countTemplate } from './strategy';
import { untilOneSixteen } from '../older-versions';
import { convertWorkload } from '../older-workloads';

/** Description of the kind DaemonSet. */
export const DAEMON_SET: KindRow = {
  kind: 'DaemonSet',
  resource: 'daemonsets',
  apiVersions: ['apps/v1'],
  olderVersions: [untilOneSixteen('apps/v1beta2'), untilOneSixteen('extensions/v1beta1')],
  convert: convertWorkload,
  namespaced: true,
  served: true,
  shortNames: ['ds'],
  categories: ['all'],
  hasStatus: true,
  hasGeneration: true,
  firstStatus: () => ({ currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0 }),
  prepareForCreate: (object) => countTemplate(object),
  prepareForUpdate: countTemplate,
  applyDefaults: defaultWorkload,
  validate: validateDaemonSet,
  validateUpdate: (next, old) => [...validateDaemonSet(next), ...validateSelectorUpdate(next, old)],
  validateStatus: (next, old) => statusCountErrors(next, old, DAEMON_SET_COUNTS),
  warnings: (next) => templateWarnings((next.spec as { template?: object } | undefined)?.template, 'spec.template'),
  table: DAEMON_SET_TABLE,
};
