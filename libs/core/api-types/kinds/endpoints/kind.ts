import type { KindRow } from '../kind-info';
import { defaultEndpoints } from './defaults';
import { ENDPOINTS_TABLE } from './table';
import { validateEndpoints } from './validation';

/** Description of the kind Endpoints. */
export const ENDPOINTS: KindRow = {
  kind: 'Endpoints',
  resource: 'endpoints',
  apiVersions: ['v1'],
  deprecations: { v1: { since: 'v1.33', use: 'discovery.k8s.io/v1', useKind: 'EndpointSlice' } },
  namespaced: true,
  served: true,
  shortNames: ['ep'],
  allowsCreateOnUpdate: true,
  applyDefaults: defaultEndpoints,
  validate: validateEndpoints,
  table: ENDPOINTS_TABLE,
};
