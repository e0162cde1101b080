import type { KindRow } from '../kind-info';
import { defaultStorageClass } from './defaults';
import { STORAGE_CLASS_TABLE } from './table';
import { validateStorageClass, validateStorageClassUpdate } from './validation';
import { olderVersion } from '../older-versions';

/** Description of the kind StorageClass. */
export const STORAGE_CLASS: KindRow = {
  kind: 'StorageClass',
  resource: 'storageclasses',
  apiVersions: ['storage.k8s.io/v1'],
  olderVersions: [
    olderVersion('storage.k8s.io/v1beta1', { since: 'v1.19', removedIn: 'v1.22', use: 'storage.k8s.io/v1' }),
  ],
  namespaced: false,
  served: true,
  shortNames: ['sc'],
  deleteReturnsObject: true,
  applyDefaults: defaultStorageClass,
  validate: validateStorageClass,
  validateUpdate: (next, old) => [...validateStorageClass(next), ...validateStorageClassUpdate(next, old)],
  table: STORAGE_CLASS_TABLE,
};
