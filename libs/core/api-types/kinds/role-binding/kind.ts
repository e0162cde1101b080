import type { KindRow } from '../kind-info';
import { RBAC, RBAC_DEPRECATIONS } from '../row-parts';
import { defaultBinding } from './defaults';
import { ROLE_BINDING_TABLE } from './table';
import { validateBindingUpdate, validateRoleBinding } from './validation';

/** Description of the kind RoleBinding. */
export const ROLE_BINDING: KindRow = {
  kind: 'RoleBinding',
  resource: 'rolebindings',
  apiVersions: RBAC,
  deprecations: RBAC_DEPRECATIONS,
  namespaced: true,
  served: true,
  allowsCreateOnUpdate: true,
  applyDefaults: defaultBinding,
  validate: validateRoleBinding,
  validateUpdate: (next, old) => [...validateRoleBinding(next), ...validateBindingUpdate(next, old)],
  table: ROLE_BINDING_TABLE,
};
