import type { CSIStorageCapacity } from '../../objects';
import { ageSince } from '../../tables/age';
import { UNSET } from '../../tables/volume-columns';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a CSIStorageCapacity (`pkg/printers/internalversion` upstream). */
export const CSI_STORAGE_CAPACITY_TABLE = tableOf<CSIStorageCapacity>(
  [NAME, text('StorageClassName', 'Storage class.'), text('Capacity', 'Free capacity.'), AGE],
  ({ metadata, storageClassName, capacity }, nowMs) => [
    metadata.name,
    storageClassName,
    capacity ?? UNSET,
    ageSince(metadata.creationTimestamp, nowMs),
  ],
);
