import type { KindRow } from '../kind-info';
import { READ } from '../row-parts';
import { COMPONENT_STATUS_TABLE } from './table';

/** Description of the kind ComponentStatus, whose objects are found out and not stored. */
export const COMPONENT_STATUS: KindRow = {
  kind: 'ComponentStatus',
  resource: 'componentstatuses',
  apiVersions: ['v1'],
  namespaced: false,
  served: true,
  shortNames: ['cs'],
  verbs: READ,
  deprecationWarning: 'v1 ComponentStatus is deprecated in v1.19+',
  table: COMPONENT_STATUS_TABLE,
};
