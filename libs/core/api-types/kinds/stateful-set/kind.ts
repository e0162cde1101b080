import { defaultWorkload } from '../../defaults/workloads';
import { validateSetUpdate, validateStatefulSet } from './validation';
import { STATEFUL_SET_COUNTS, statusCountErrors } from '../../validation/status-counts';
import { templateWarnings } from '../../warnings/pod-warnings';
import type { KindRow } from '../kind-info';
import { SCALE } from '../row-parts';
import { STATEFUL_SET_TABLE } from './table';
import { untilOneSixteen } from '../older-versions';
import { convertWorkload } from '../older-workloads';

/** Description of the kind StatefulSet. */
export const STATEFUL_SET: KindRow = {
  kind: 'StatefulSet',
  resource: 'statefulsets',
  apiVersions: ['apps/v1'],
  olderVersions: [untilOneSixteen('apps/v1beta2'), untilOneSixteen('apps/v1beta1')],
  convert: convertWorkload,
  namespaced: true,
  served: true,
  shortNames: ['sts'],
  categories: ['all'],
  subresources: [SCALE],
  hasStatus: true,
  hasGeneration: true,
  firstStatus: () => ({ replicas: 0, availableReplicas: 0 }),
  applyDefaults: defaultWorkload,
  validate: validateStatefulSet,
  validateUpdate: (next, old) => [...validateStatefulSet(next), ...validateSetUpdate(next, old)],
  validateStatus: (next, old) => statusCountErrors(next, old, STATEFUL_SET_COUNTS),
  warnings: (next) => templateWarnings((next.spec as { template?: object } | undefined)?.template, 'spec.template'),
  table: STATEFUL_SET_TABLE,
};
