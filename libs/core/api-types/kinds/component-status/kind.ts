import type { KindRow } from '../kind-info';

/** Description of the kind ComponentStatus. */
export const COMPONENT_STATUS: KindRow = {
  kind: 'ComponentStatus',
  resource: 'componentstatuses',
  apiVersions: ['v1'],
  namespaced: false,
  served: false,
  shortNames: ['cs'],
  verbs: ['get', 'list'],
};
