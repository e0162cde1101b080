import type { KindRow } from '../kind-info';
import { defaultPriorityClass } from './defaults';
import { PRIORITY_CLASS_TABLE } from './table';
import { validatePriorityClass, validatePriorityClassUpdate } from './validation';
import { refusePriorityClassDeletion } from './validation';

/** Description of the kind PriorityClass. */
export const PRIORITY_CLASS: KindRow = {
  kind: 'PriorityClass',
  resource: 'priorityclasses',
  apiVersions: ['scheduling.k8s.io/v1', 'scheduling.k8s.io/v1beta1'],
  deprecations: {
    'scheduling.k8s.io/v1beta1': { since: 'v1.14', removedIn: 'v1.22', use: 'scheduling.k8s.io/v1' },
  },
  namespaced: false,
  served: true,
  shortNames: ['pc'],
  hasGeneration: true,
  keepsGeneration: true,
  refuseDeletion: refusePriorityClassDeletion,
  applyDefaults: defaultPriorityClass,
  validate: validatePriorityClass,
  validateUpdate: (next, old) => [...validatePriorityClass(next), ...validatePriorityClassUpdate(next, old)],
  table: PRIORITY_CLASS_TABLE,
};
