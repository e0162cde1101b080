import type { PersistentVolume } from '../../objects';
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
import { volumeClassName } from '../../volumes/volume-constants';

/** Columns of a PersistentVolume (`pkg/printers/internalversion` upstream). */
export const PERSISTENT_VOLUME_TABLE = tableOf<PersistentVolume>(
  [
    NAME,
    text('Capacity', of('V1PersistentVolumeSpec', 'capacity')),
    text('Access Modes', of('V1PersistentVolumeSpec', 'accessModes')),
    text('Reclaim Policy', of('V1PersistentVolumeSpec', 'persistentVolumeReclaimPolicy')),
    phaseColumn('V1PersistentVolumeStatus'),
    text('Claim', of('V1PersistentVolumeSpec', 'claimRef')),
    text('StorageClass', 'StorageClass of the pv'),
    attributesClassColumn('pv'),
    text('Reason', of('V1PersistentVolumeStatus', 'reason')),
    AGE,
    volumeModeColumn('V1PersistentVolumeSpec'),
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
