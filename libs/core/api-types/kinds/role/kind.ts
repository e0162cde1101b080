import type { KindRow } from '../kind-info';
import { RBAC, RBAC_DEPRECATIONS } from '../row-parts';
import { validateRole } from './validation';

/** Description of the kind Role. */
export const ROLE: KindRow = {
  kind: 'Role',
  resource: 'roles',
  apiVersions: RBAC,
  deprecations: RBAC_DEPRECATIONS,
  namespaced: true,
  served: true,
  allowsCreateOnUpdate: true,
  validate: validateRole,
};
