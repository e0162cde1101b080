import { VolumeAnnotation, type PersistentVolumeClaim, type StorageClass } from '@orrery/api-types';
import type { AdmissionPlugin } from '../admission';

/**
 * A new claim that names no class is of the default one, if there is one; of several the newest counts. An empty name is
 * a valid value: volumes without a class. As `plugin/pkg/admission/storage/storageclass/setdefault` of v1.34.
 */
export const defaultStorageClass: AdmissionPlugin = ({ object, kind, operation, subresource, lookup }) => {
  if (kind.kind !== 'PersistentVolumeClaim' || operation !== 'CREATE' || subresource !== undefined) return object;
  const { metadata, spec } = object as PersistentVolumeClaim;
  if (spec?.storageClassName !== undefined) return object;
  if (metadata.annotations?.[VolumeAnnotation.BetaStorageClass] !== undefined) return object;
  let chosen: StorageClass | undefined;
  for (const candidate of lookup.storageClasses()) {
    if (isDefault(candidate) && (!chosen || comesBefore(candidate, chosen))) chosen = candidate;
  }
  return chosen ? { ...object, spec: { ...spec, storageClassName: chosen.metadata.name } } : object;
};

function isDefault({ metadata: { annotations } }: StorageClass): boolean {
  return (
    annotations?.[VolumeAnnotation.DefaultClass] === 'true' ||
    annotations?.[VolumeAnnotation.BetaDefaultClass] === 'true'
  );
}

function comesBefore({ metadata: a }: StorageClass, { metadata: b }: StorageClass): boolean {
  if (a.creationTimestamp !== b.creationTimestamp) return a.creationTimestamp > b.creationTimestamp;
  return a.name < b.name;
}
