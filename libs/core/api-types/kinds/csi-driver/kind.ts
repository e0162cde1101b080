import type { KindRow } from '../kind-info';
import { defaultCsiDriver } from './defaults';
import { CSI_DRIVER_TABLE } from './table';
import { validateCsiDriver, validateCsiDriverUpdate } from './validation';
import { inOneTwenty } from '../older-versions';

/** Description of the kind CSIDriver. */
export const CSI_DRIVER: KindRow = {
  kind: 'CSIDriver',
  resource: 'csidrivers',
  apiVersions: ['storage.k8s.io/v1'],
  olderVersions: [
    inOneTwenty('storage.k8s.io/v1beta1', { since: 'v1.19', removedIn: 'v1.22', use: 'storage.k8s.io/v1' }),
  ],
  namespaced: false,
  served: true,
  deleteReturnsObject: true,
  allowsUnconditionalUpdate: false,
  applyDefaults: defaultCsiDriver,
  validate: validateCsiDriver,
  validateUpdate: (next, old) => [...validateCsiDriver(next), ...validateCsiDriverUpdate(next, old)],
  table: CSI_DRIVER_TABLE,
};
