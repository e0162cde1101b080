import type { PersistentVolumeClaim } from '../../objects';
import { ageSince } from '../../tables/age';
import {
  ATTRIBUTES_CLASS,
  attributesClass,
  formatModes,
  phaseOf,
  STATUS,
  UNSET,
  VOLUME_MODE,
} from '../../tables/volume-columns';
import { AGE, NAME, tableOf, text } from '../../tables/table-kind';
import { claimClassName } from '../../volumes/volume-constants';

/** Columns of a PersistentVolumeClaim (`pkg/printers/internalversion` upstream). */
export const PERSISTENT_VOLUME_CLAIM_TABLE = tableOf<PersistentVolumeClaim>(
  [
    NAME,
    STATUS,
    text('Volume', 'Bound volume.'),
    text('Capacity', 'Capacity of the volume.'),
    text('Access Modes', 'Access modes.'),
    text('StorageClass', 'Storage class.'),
    ATTRIBUTES_CLASS,
    AGE,
    VOLUME_MODE,
  ],
  (claim, nowMs) => {
    const { metadata, spec, status } = claim;
    const hasVolume = Boolean(spec?.volumeName);
    return [
      metadata.name,
      phaseOf(metadata, status?.phase),
      spec?.volumeName ?? '',
      hasVolume ? ((status?.capacity as Record<string, string> | undefined)?.['storage'] ?? '0') : '',
      hasVolume ? formatModes(status?.accessModes) : '',
      claimClassName(claim),
      attributesClass(spec),
      ageSince(metadata.creationTimestamp, nowMs),
      spec?.volumeMode ?? UNSET,
    ];
  },
);
