import { defaultWorkload } from '../../defaults/workloads';
import { validateTemplate } from '../../validation/workload';
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
  validate: validateTemplate,
  selectableFields: REPLICATION_CONTROLLER_FIELDS,
  table: REPLICATION_CONTROLLER_TABLE,
};
