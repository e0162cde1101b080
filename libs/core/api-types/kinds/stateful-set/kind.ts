import { defaultWorkload } from '../../defaults/workloads';
import { validateSetUpdate, validateStatefulSet } from './validation';
import type { KindRow } from '../kind-info';
import { SCALE } from '../row-parts';
import { STATEFUL_SET_TABLE } from './table';

/** Description of the kind StatefulSet. */
export const STATEFUL_SET: KindRow = {
  kind: 'StatefulSet',
  resource: 'statefulsets',
  apiVersions: ['apps/v1'],
  namespaced: true,
  served: true,
  shortNames: ['sts'],
  categories: ['all'],
  subresources: [SCALE],
  hasStatus: true,
  hasGeneration: true,
  firstStatus: () => ({ replicas: 0, availableReplicas: 0 }),
  applyDefaults: defaultWorkload,
  validate: validateStatefulSet,
  validateUpdate: (next, old) => [...validateStatefulSet(next), ...validateSetUpdate(next, old)],
  table: STATEFUL_SET_TABLE,
};
