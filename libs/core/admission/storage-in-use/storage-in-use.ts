import { StorageFinalizer } from '@orrery/api-types';
import type { AdmissionPlugin } from '../admission';

const FINALIZERS: Readonly<Record<string, string>> = {
  PersistentVolume: StorageFinalizer.Volume,
  PersistentVolumeClaim: StorageFinalizer.Claim,
  VolumeAttributesClass: StorageFinalizer.AttributesClass,
};

/** New volumes, claims and classes of attributes stay while something uses them: finalizers that controllers take away. */
export const storageInUse: AdmissionPlugin = ({ object, kind, operation, subresource }) => {
  const finalizer = Object.hasOwn(FINALIZERS, kind.kind) ? FINALIZERS[kind.kind]! : undefined;
  if (finalizer === undefined || operation !== 'CREATE' || subresource !== undefined) return object;
  const { finalizers = [] } = object.metadata;
  if (finalizers.includes(finalizer)) return object;
  return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } };
};
