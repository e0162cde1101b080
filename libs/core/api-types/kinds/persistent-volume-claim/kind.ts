import type { KindRow } from '../kind-info';
import { alignDataSources } from './data-sources';
import { defaultPersistentVolumeClaim } from './defaults';
import { PERSISTENT_VOLUME_CLAIM_TABLE } from './table';
import { validatePersistentVolumeClaim, validatePersistentVolumeClaimUpdate } from './validation';

/** Description of the kind PersistentVolumeClaim. */
export const PERSISTENT_VOLUME_CLAIM: KindRow = {
  kind: 'PersistentVolumeClaim',
  resource: 'persistentvolumeclaims',
  apiVersions: ['v1'],
  defaultedStatus: { phase: 'Pending' },
  namespaced: true,
  served: true,
  shortNames: ['pvc'],
  hasStatus: true,
  deleteReturnsObject: true,
  firstStatus: () => ({ phase: 'Pending' }),
  applyDefaults: defaultPersistentVolumeClaim,
  prepareForCreate: (object, release) => alignDataSources(object, undefined, release),
  prepareForUpdate: alignDataSources,
  validate: validatePersistentVolumeClaim,
  validateUpdate: (next, old) => [
    ...validatePersistentVolumeClaim(next),
    ...validatePersistentVolumeClaimUpdate(next, old),
  ],
  table: PERSISTENT_VOLUME_CLAIM_TABLE,
};
