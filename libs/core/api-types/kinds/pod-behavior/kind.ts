import { dropNullsOfSpec } from '../../defaults/free-form-spec';
import type { KindRow } from '../kind-info';

/** Description of the kind PodBehavior. */
export const POD_BEHAVIOR: KindRow = {
  kind: 'PodBehavior',
  resource: 'podbehaviors',
  apiVersions: ['sim.orrery.dev/v1'],
  namespaced: false,
  served: true,
  hasStatus: true,
  hasGeneration: true,
  applyDefaults: dropNullsOfSpec,
};
