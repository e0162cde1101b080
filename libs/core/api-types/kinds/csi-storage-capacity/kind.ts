import type { KindRow } from '../kind-info';
import { CSI_STORAGE_CAPACITY_TABLE } from './table';
import { validateCsiStorageCapacity } from './validation';
import { releasesSince } from '../releases';

/** Description of the kind CSIStorageCapacity. */
export const CSI_STORAGE_CAPACITY: KindRow = {
  kind: 'CSIStorageCapacity',
  resource: 'csistoragecapacities',
  apiVersions: ['storage.k8s.io/v1'],
  releases: releasesSince('1.24'),
  namespaced: true,
  served: true,
  allowsUnconditionalUpdate: false,
  validate: validateCsiStorageCapacity,
  table: CSI_STORAGE_CAPACITY_TABLE,
};
