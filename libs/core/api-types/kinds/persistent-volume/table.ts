import type { PersistentVolume } from '../../objects';
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
import { volumeClassName } from '../../volumes/volume-constants';

/** Columns of a PersistentVolume (`pkg/printers/internalversion` upstream). */
export const PERSISTENT_VOLUME_TABLE = tableOf<PersistentVolume>(
  [
    NAME,
    text('Capacity', 'Capacity.'),
    text('Access Modes', 'Access modes.'),
    text('Reclaim Policy', 'Reclaim policy.'),
    STATUS,
    text('Claim', 'Bound claim.'),
    text('StorageClass', 'Storage class.'),
    ATTRIBUTES_CLASS,
    text('Reason', 'Reason of the phase.'),
    AGE,
    VOLUME_MODE,
  ],
  (volume, nowMs) => {
    const { metadata, spec, status } = volume;
    const { claimRef } = spec ?? {};
    return [
      metadata.name,
      (spec?.capacity as Record<string, string> | undefined)?.['storage'] ?? '0',
      formatModes(spec?.accessModes),
      spec?.persistentVolumeReclaimPolicy ?? '',
      phaseOf(metadata, status?.phase),
      claimRef ? `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}` : '',
      volumeClassName(volume),
      attributesClass(spec),
      status?.reason ?? '',
      ageSince(metadata.creationTimestamp, nowMs),
      spec?.volumeMode ?? UNSET,
    ];
  },
);
