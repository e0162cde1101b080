import type { Pod } from '../../objects';
import { podWarnings } from '../../warnings/pod-warnings';
import type { KindRow } from '../kind-info';
import { POD_SUBRESOURCES } from '../row-parts';
import { defaultPod } from './defaults';
import { EPHEMERAL_CONTAINERS } from './ephemeral-containers';
import { POD_TABLE } from './table';
import { RESIZE } from './resize';
import { validatePodStatus } from './status-validation';
import { validatePod, validatePodUpdate } from './validation';
import { alignAddresses, alignStatus, preparePod, setFirstStatus } from './strategy';
import { POD_FIELDS } from './selectable-fields';

/** Description of the kind Pod. */
export const POD: KindRow = {
  kind: 'Pod',
  resource: 'pods',
  apiVersions: ['v1'],
  namespaced: true,
  served: true,
  shortNames: ['po'],
  categories: ['all'],
  subresources: POD_SUBRESOURCES,
  hasStatus: true,
  hasGeneration: true,
  hadGeneration: false,
  hasGracePeriod: true,
  deleteReturnsObject: true,
  firstStatus: () => ({ phase: 'Pending' }),
  statusMetadata: ['labels', 'annotations', 'finalizers'],
  statusMetadataOfComponents: ['labels', 'annotations'],
  parts: { ephemeralcontainers: EPHEMERAL_CONTAINERS, resize: RESIZE },
  keepInStatus: alignStatus,
  preparesCopies: true,
  prepareForCreate: preparePod,
  completeCreated: setFirstStatus,
  applyDefaults: (object) => {
    defaultPod(object);
    alignAddresses(object);
  },
  validate: (object) => validatePod(object as Pod),
  validateUpdate: (next, old) => validatePodUpdate(next as Pod, old as Pod),
  validateStatus: (next, old) => validatePodStatus(next as Pod, old as Pod),
  selectableFields: POD_FIELDS,
  laterSelectableFields: ['spec.hostNetwork'],
  warnings: podWarnings,
  table: POD_TABLE,
};
