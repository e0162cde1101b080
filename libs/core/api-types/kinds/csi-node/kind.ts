import type { KindRow } from '../kind-info';
import { CSI_NODE_TABLE } from './table';
import { validateCsiNode, validateCsiNodeUpdate } from './validation';
import { inOneTwenty } from '../older-versions';

/** Description of the kind CSINode. */
export const CSI_NODE: KindRow = {
  kind: 'CSINode',
  resource: 'csinodes',
  apiVersions: ['storage.k8s.io/v1'],
  olderVersions: [
    inOneTwenty('storage.k8s.io/v1beta1', { since: 'v1.17', removedIn: 'v1.22', use: 'storage.k8s.io/v1' }),
  ],
  namespaced: false,
  served: true,
  deleteReturnsObject: true,
  allowsUnconditionalUpdate: false,
  validate: validateCsiNode,
  validateUpdate: validateCsiNodeUpdate,
  table: CSI_NODE_TABLE,
};
