import type { StorageClass } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text, of } from '../../tables/table-kind';
import { VolumeAnnotation } from '../../volumes/volume-constants';

/** Columns of a StorageClass (`pkg/printers/internalversion` upstream). */
export const STORAGE_CLASS_TABLE = tableOf<StorageClass>(
  [
    NAME,
    text('Provisioner', of('V1StorageClass', 'provisioner')),
    text('ReclaimPolicy', of('V1StorageClass', 'reclaimPolicy')),
    text('VolumeBindingMode', of('V1StorageClass', 'volumeBindingMode')),
    text('AllowVolumeExpansion', of('V1StorageClass', 'allowVolumeExpansion')),
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
