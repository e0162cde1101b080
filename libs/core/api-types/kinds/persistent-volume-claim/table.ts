import type { PersistentVolumeClaim } from '../../objects';
import { ageSince } from '../../tables/age';
import {
  attributesClassColumn,
  attributesClass,
  formatModes,
  phaseOf,
  phaseColumn,
  UNSET,
  volumeModeColumn,
} from '../../tables/volume-columns';
import { AGE, NAME, tableOf, text, of } from '../../tables/table-kind';
import { claimClassName } from '../../volumes/volume-constants';

/** Columns of a PersistentVolumeClaim (`pkg/printers/internalversion` upstream). */
export const PERSISTENT_VOLUME_CLAIM_TABLE = tableOf<PersistentVolumeClaim>(
  [
    NAME,
    phaseColumn('V1PersistentVolumeClaimStatus'),
    text('Volume', of('V1PersistentVolumeClaimSpec', 'volumeName')),
    text('Capacity', of('V1PersistentVolumeClaimStatus', 'capacity')),
    text('Access Modes', of('V1PersistentVolumeClaimStatus', 'accessModes')),
    text('StorageClass', 'StorageClass of the pvc'),
    attributesClassColumn('pvc'),
    AGE,
    volumeModeColumn('V1PersistentVolumeClaimSpec'),
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
