import { validatePodTemplate } from '../../validation/workload';
import type { KindRow } from '../kind-info';
import { defaultPodTemplate } from './defaults';
import { POD_TEMPLATE_TABLE } from './table';

/** Description of the kind PodTemplate. */
export const POD_TEMPLATE: KindRow = {
  kind: 'PodTemplate',
  resource: 'podtemplates',
  apiVersions: ['v1'],
  namespaced: true,
  served: true,
  hasGeneration: true,
  hadGeneration: false,
  deleteReturnsObject: true,
  applyDefaults: defaultPodTemplate,
  validate: validatePodTemplate,
  table: POD_TEMPLATE_TABLE,
};
