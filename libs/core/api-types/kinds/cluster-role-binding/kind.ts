import type { KindRow } from '../kind-info';
import { defaultBinding } from '../role-binding/defaults';
import { CLUSTER_ROLE_BINDING_TABLE } from '../role-binding/table';
import { validateBindingUpdate, validateRoleBinding } from '../role-binding/validation';
import { RBAC, RBAC_DEPRECATIONS } from '../row-parts';

/** Description of the kind ClusterRoleBinding. */
export const CLUSTER_ROLE_BINDING: KindRow = {
  kind: 'ClusterRoleBinding',
  resource: 'clusterrolebindings',
  apiVersions: RBAC,
  deprecations: RBAC_DEPRECATIONS,
  namespaced: false,
  served: true,
  allowsCreateOnUpdate: true,
  applyDefaults: defaultBinding,
  validate: validateRoleBinding,
  validateUpdate: (next, old) => [...validateRoleBinding(next), ...validateBindingUpdate(next, old)],
  table: CLUSTER_ROLE_BINDING_TABLE,
};
