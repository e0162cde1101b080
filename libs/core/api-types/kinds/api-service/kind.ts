import type { KindRow } from '../kind-info';
import { olderVersion } from '../older-versions';
import { completeApiService, defaultApiService } from './defaults';
import { API_SERVICE_TABLE } from './table';
import { validateApiService, validateApiServiceStatus } from './validation';

/** Description of the kind APIService. */
export const API_SERVICE: KindRow = {
  kind: 'APIService',
  resource: 'apiservices',
  apiVersions: ['apiregistration.k8s.io/v1'],
  olderVersions: [
    olderVersion('apiregistration.k8s.io/v1beta1', {
      since: 'v1.19',
      removedIn: 'v1.22',
      use: 'apiregistration.k8s.io/v1',
    }),
  ],
  namespaced: false,
  served: true,
  categories: ['api-extensions'],
  hasStatus: true,
  firstStatus: () => ({}),
  statusMetadata: [],
  allowsUnconditionalUpdate: false,
  applyDefaults: defaultApiService,
  completeCreated: completeApiService,
  validate: validateApiService,
  validateStatus: validateApiServiceStatus,
  table: API_SERVICE_TABLE,
};
