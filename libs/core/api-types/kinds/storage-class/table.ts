import type { StorageClass } from '../../objects';
import { ageSince } from '../../tables/age';
import { truth } from '../../tables/volume-columns';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';
import { VolumeAnnotation } from '../../volumes/volume-constants';

/** Columns of a StorageClass (`pkg/printers/internalversion` upstream). */
export const STORAGE_CLASS_TABLE = tableOf<StorageClass>(
  [
    NAME,
    text('Provisioner', 'Who makes its volumes.'),
    text('ReclaimPolicy', 'What happens to its volumes after their claims.'),
    text('VolumeBindingMode', 'Whether claims wait for a pod.'),
    truth('AllowVolumeExpansion', 'Whether claims may grow.'),
    AGE,
  ],
  ({ metadata, provisioner, reclaimPolicy, volumeBindingMode, allowVolumeExpansion }, nowMs) => [
    metadata.annotations?.[VolumeAnnotation.DefaultClass] === 'true' ? `${metadata.name} (default)` : metadata.name,
    provisioner,
    reclaimPolicy ?? 'Delete',
    volumeBindingMode ?? 'Immediate',
    allowVolumeExpansion ?? false,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
