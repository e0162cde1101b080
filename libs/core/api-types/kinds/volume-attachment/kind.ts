import type { VolumeAttachment } from '../../objects';
import type { KindRow } from '../kind-info';
import { VOLUME_ATTACHMENT_TABLE } from './table';
import { validateVolumeAttachment, validateVolumeAttachmentStatus } from './validation';
import { olderVersion } from '../older-versions';
import { declaredChanges } from '../../validation/declared/declared-errors';

/** Description of the kind VolumeAttachment. */
export const VOLUME_ATTACHMENT: KindRow = {
  kind: 'VolumeAttachment',
  resource: 'volumeattachments',
  apiVersions: ['storage.k8s.io/v1'],
  olderVersions: [
    olderVersion('storage.k8s.io/v1beta1', { since: 'v1.19', removedIn: 'v1.22', use: 'storage.k8s.io/v1' }),
  ],
  namespaced: false,
  served: true,
  hasStatus: true,
  statusVersions: ['storage.k8s.io/v1'],
  deleteReturnsObject: true,
  allowsUnconditionalUpdate: false,
  firstStatus: () => ({ attached: false }),
  statusMetadata: [],
  validate: validateVolumeAttachment,
  validateUpdate: (next, old) => [
    ...validateVolumeAttachment(next),
    ...declaredChanges('V1VolumeAttachment', ['spec'], [next, old]),
  ],
  validateStatus: ({ status }) => validateVolumeAttachmentStatus(status as VolumeAttachment['status']),
  table: VOLUME_ATTACHMENT_TABLE,
};
