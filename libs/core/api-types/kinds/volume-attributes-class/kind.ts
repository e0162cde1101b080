import type { KindRow } from '../kind-info';
import { VOLUME_ATTRIBUTES_CLASS_TABLE } from './table';
import { validateVolumeAttributesClass, validateVolumeAttributesClassUpdate } from './validation';
import { releasesSince } from '../releases';

/** Description of the kind VolumeAttributesClass, which is served by default from 1.34 on. */
export const VOLUME_ATTRIBUTES_CLASS: KindRow = {
  kind: 'VolumeAttributesClass',
  resource: 'volumeattributesclasses',
  apiVersions: ['storage.k8s.io/v1'],
  releases: releasesSince('1.34'),
  namespaced: false,
  served: true,
  shortNames: ['vac'],
  deleteReturnsObject: true,
  validate: validateVolumeAttributesClass,
  validateUpdate: (next, old) => [
    ...validateVolumeAttributesClassUpdate(next, old),
    ...validateVolumeAttributesClass(next),
  ],
  table: VOLUME_ATTRIBUTES_CLASS_TABLE,
};
