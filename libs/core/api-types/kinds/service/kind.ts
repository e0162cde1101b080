import { validateServiceStatus } from '../../validation/load-balancer-status';
import type { KindRow } from '../kind-info';
import { PROXY_VERBS } from '../row-parts';
import { defaultService } from './defaults';
import { SERVICE_TABLE } from './table';
import { validateService, validateServiceUpdate } from './validation';
import { chooseFamilies, keepGiven } from './strategy';
import { SERVICE_FIELDS } from './selectable-fields';

/** Description of the kind Service. */
export const SERVICE: KindRow = {
  kind: 'Service',
  resource: 'services',
  apiVersions: ['v1'],
  namespaced: true,
  served: true,
  shortNames: ['svc'],
  categories: ['all'],
  subresources: [{ name: 'proxy', kind: 'ServiceProxyOptions', verbs: PROXY_VERBS }],
  hasStatus: true,
  laterVerbs: ['deletecollection'],
  deleteReturnsObject: true,
  allowsCreateOnUpdate: true,
  allowedCreateOnUpdate: false,
  firstStatus: () => ({ loadBalancer: {} }),
  prepareForCreate: chooseFamilies,
  prepareForUpdate: keepGiven,
  applyDefaults: defaultService,
  validate: validateService,
  validateUpdate: (next, old) => [...validateServiceUpdate(next, old), ...validateService(next)],
  validateStatus: validateServiceStatus,
  selectableFields: SERVICE_FIELDS,
  laterSelectableFields: ['spec.clusterIP', 'spec.type'],
  table: SERVICE_TABLE,
};
