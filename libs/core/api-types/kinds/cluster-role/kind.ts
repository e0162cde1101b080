import type { KindRow } from '../kind-info';
import { validateRole } from '../role/validation';
import { RBAC, RBAC_DEPRECATIONS } from '../row-parts';

/** Description of the kind ClusterRole. */
export const CLUSTER_ROLE: KindRow = {
  kind: 'ClusterRole',
  resource: 'clusterroles',
  apiVersions: RBAC,
  deprecations: RBAC_DEPRECATIONS,
  namespaced: false,
  served: true,
  allowsCreateOnUpdate: true,
  validate: validateRole,
};
