import { dropNullsOfSpec } from '../../defaults/free-form-spec';
import type { KindRow } from '../kind-info';

/** Description of the kind ResourceUsage. */
export const RESOURCE_USAGE: KindRow = {
  kind: 'ResourceUsage',
  resource: 'resourceusages',
  apiVersions: ['kwok.x-k8s.io/v1alpha1'],
  namespaced: true,
  served: true,
  hasStatus: true,
  hasGeneration: true,
  applyDefaults: dropNullsOfSpec,
};
