import type { KindRow } from '../kind-info';
import { defaultPersistentVolume } from './defaults';
import { PERSISTENT_VOLUME_TABLE } from './table';
import { noteFirstPhase } from './strategy';
import { validatePersistentVolume, validatePersistentVolumeUpdate } from './validation';

/** Description of the kind PersistentVolume. */
export const PERSISTENT_VOLUME: KindRow = {
  kind: 'PersistentVolume',
  resource: 'persistentvolumes',
  apiVersions: ['v1'],
  defaultedStatus: { phase: 'Pending' },
  namespaced: false,
  served: true,
  shortNames: ['pv'],
  hasStatus: true,
  deleteReturnsObject: true,
  firstStatus: () => ({ phase: 'Pending' }),
  completeCreated: noteFirstPhase,
  applyDefaults: defaultPersistentVolume,
  validate: validatePersistentVolume,
  validateUpdate: (next, old) => [...validatePersistentVolume(next), ...validatePersistentVolumeUpdate(next, old)],
  table: PERSISTENT_VOLUME_TABLE,
};
