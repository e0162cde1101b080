import type { KindRow } from '../kind-info';
import { defaultEndpoints } from './defaults';
import { ENDPOINTS_TABLE } from './table';
import { validateEndpoints } from './validation';

/** Description of the kind Endpoints. */
export const ENDPOINTS: KindRow = {
  kind: 'Endpoints',
  resource: 'endpoints',
  apiVersions: ['v1'],
  namespaced: true,
  served: true,
  shortNames: ['ep'],
  allowsCreateOnUpdate: true,
  applyDefaults: defaultEndpoints,
  validate: validateEndpoints,
  table: ENDPOINTS_TABLE,
};
