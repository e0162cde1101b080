import type { KindRow } from '../kind-info';
import { defaultPriorityLevel } from './defaults';
import { PRIORITY_LEVEL_TABLE } from './table';
import { validatePriorityLevel, validatePriorityLevelStatus } from './validation';

/** Description of the kind PriorityLevelConfiguration, of which version 1 came with Kubernetes 1.29. */
export const PRIORITY_LEVEL_CONFIGURATION: KindRow = {
  kind: 'PriorityLevelConfiguration',
  resource: 'prioritylevelconfigurations',
  apiVersions: ['flowcontrol.apiserver.k8s.io/v1'],
  releases: ['modern'],
  namespaced: false,
  served: true,
  hasStatus: true,
  hasGeneration: true,
  firstStatus: () => ({}),
  applyDefaults: defaultPriorityLevel,
  validate: validatePriorityLevel,
  validateStatus: validatePriorityLevelStatus,
  table: PRIORITY_LEVEL_TABLE,
};
