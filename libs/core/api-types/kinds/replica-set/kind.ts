import { defaultWorkload } from '../../defaults/workloads';
import { validateSelectorUpdate, validateWorkload } from '../../validation/workload';
import { REPLICA_COUNTS, statusCountErrors } from '../../validation/status-counts';
import { workloadWarnings } from '../../warnings/pod-warnings';
import type { KindRow } from '../kind-info';
import { SCALE } from '../row-parts';
import { REPLICA_SET_TABLE } from './table';
import { untilOneSixteen } from '../older-versions';
import { convertWorkload } from '../older-workloads';

/** Description of the kind ReplicaSet. */
export const REPLICA_SET: KindRow = {
  kind: 'ReplicaSet',
  resource: 'replicasets',
  apiVersions: ['apps/v1'],
  olderVersions: [untilOneSixteen('apps/v1beta2'), untilOneSixteen('extensions/v1beta1')],
  convert: convertWorkload,
  namespaced: true,
  served: true,
  shortNames: ['rs'],
  categories: ['all'],
  subresources: [SCALE],
  hasStatus: true,
  hasGeneration: true,
  firstStatus: () => ({ replicas: 0 }),
  applyDefaults: defaultWorkload,
  validate: validateWorkload,
  validateUpdate: (next, old) => [...validateWorkload(next), ...validateSelectorUpdate(next, old)],
  validateStatus: (next, old) => statusCountErrors(next, old, REPLICA_COUNTS),
  warnings: workloadWarnings,
  table: REPLICA_SET_TABLE,
};
