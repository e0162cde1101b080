import { StorageFinalizer } from '@orrery/api-types';
import type { AdmissionPlugin } from '../admission';

const FINALIZERS: Readonly<Record<string, string>> = {
  PersistentVolume: StorageFinalizer.Volume,
  PersistentVolumeClaim: StorageFinalizer.Claim,
};

/** New volumes and claims stay while something uses them: a finalizer that the volume controller takes away. */
export const storageInUse: AdmissionPlugin = ({ object, kind, operation, subresource }) => {
  const finalizer = Object.hasOwn(FINALIZERS, kind.kind) ? FINALIZERS[kind.kind]! : undefined;
  if (finalizer === undefined || operation !== 'CREATE' || subresource !== undefined) return object;
  const { finalizers = [] } = object.metadata;
  if (finalizers.includes(finalizer)) return object;
  return { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, finalizer] } };
};
