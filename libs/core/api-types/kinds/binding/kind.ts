import type { KindRow } from '../kind-info';

/** Description of the kind Binding. */
export const BINDING: KindRow = {
  kind: 'Binding',
  resource: 'bindings',
  apiVersions: ['v1'],
  namespaced: true,
  served: true,
  verbs: ['create'],
};
