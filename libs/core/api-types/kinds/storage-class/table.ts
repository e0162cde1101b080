import type { StorageClass } from '../../objects';
import { ageSince } from '../../tables/age';
import { truth } from '../../tables/volume-columns';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';
import { VolumeAnnotation } from '../../volumes/volume-constants';

/** Columns of a StorageClass (`pkg/printers/internalversion` upstream). */
export const STORAGE_CLASS_TABLE = tableOf<StorageClass>(
  [
    NAME,
    text('Provisioner', 'Provisioner of the volumes.'),
    text('ReclaimPolicy', 'Reclaim policy of the volumes.'),
    text('VolumeBindingMode', 'Whether binding waits for the first consumer.'),
    truth('AllowVolumeExpansion', 'Whether claims may be expanded.'),
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
