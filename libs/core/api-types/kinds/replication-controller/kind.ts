import { defaultWorkload } from '../../defaults/workloads';
import { validateWorkload } from '../../validation/workload';
import { REPLICA_COUNTS, statusCountErrors } from '../../validation/status-counts';
import { workloadWarnings } from '../../warnings/pod-warnings';
import type { KindRow } from '../kind-info';
import { SCALE } from '../row-parts';
import { REPLICATION_CONTROLLER_TABLE } from './table';
import { REPLICATION_CONTROLLER_FIELDS } from './selectable-fields';

/** Description of the kind ReplicationController. */
export const REPLICATION_CONTROLLER: KindRow = {
  kind: 'ReplicationController',
  resource: 'replicationcontrollers',
  apiVersions: ['v1'],
  namespaced: true,
  served: true,
  shortNames: ['rc'],
  categories: ['all'],
  subresources: [SCALE],
  hasStatus: true,
  hasGeneration: true,
  defaultPropagation: 'Orphan',
  firstStatus: () => ({ replicas: 0 }),
  applyDefaults: defaultWorkload,
  validate: validateWorkload,
  selectableFields: REPLICATION_CONTROLLER_FIELDS,
  validateStatus: (next, old) => statusCountErrors(next, old, REPLICA_COUNTS),
  warnings: workloadWarnings,
  table: REPLICATION_CONTROLLER_TABLE,
};
