import { dropNullsOfSpec } from '../../defaults/free-form-spec';
import type { KindRow } from '../kind-info';

/** Description of the kind ClusterResourceUsage. */
export const CLUSTER_RESOURCE_USAGE: KindRow = {
  kind: 'ClusterResourceUsage',
  resource: 'clusterresourceusages',
  apiVersions: ['kwok.x-k8s.io/v1alpha1'],
  namespaced: false,
  served: true,
  hasStatus: true,
  hasGeneration: true,
  applyDefaults: dropNullsOfSpec,
};
