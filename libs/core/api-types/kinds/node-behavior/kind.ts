import { dropNullsOfSpec } from '../../defaults/free-form-spec';
import type { KindRow } from '../kind-info';

/** Description of the kind NodeBehavior. */
export const NODE_BEHAVIOR: KindRow = {
  kind: 'NodeBehavior',
  resource: 'nodebehaviors',
  apiVersions: ['sim.orrery.dev/v1'],
  namespaced: false,
  served: true,
  hasStatus: true,
  hasGeneration: true,
  applyDefaults: dropNullsOfSpec,
};
