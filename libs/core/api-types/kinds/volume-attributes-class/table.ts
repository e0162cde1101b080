import type { VolumeAttributesClass } from '../../objects';
import { ageSince } from '../../tables/age';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';

/** Columns of a VolumeAttributesClass (`pkg/printers/internalversion` upstream). */
export const VOLUME_ATTRIBUTES_CLASS_TABLE = tableOf<VolumeAttributesClass>(
  [NAME, text('DriverName', 'Name of the CSI driver.'), AGE],
  ({ metadata, driverName }, nowMs) => [metadata.name, driverName, ageSince(metadata.creationTimestamp, nowMs)],
);
