import { StorageFinalizer, type KubeObject, type VolumeAttributesClass } from '@orrery/api-types';

interface Attributes {
  readonly volumeAttributesClassName?: string;
}

interface ClaimStatus {
  readonly currentVolumeAttributesClassName?: string;
  readonly modifyVolumeStatus?: { readonly targetVolumeAttributesClassName?: string };
}

/**
 * The classes of attributes that a volume or a claim uses: wants, has, or is being changed to
 * (`pkg/controller/storage/vacprotection` upstream).
 */
export function attributesClassesOf({ spec, status }: Pick<KubeObject, 'spec' | 'status'>): ReadonlySet<string> {
  const { currentVolumeAttributesClassName: current, modifyVolumeStatus } = (status ?? {}) as ClaimStatus;
  const names = [
    (spec as Attributes | undefined)?.volumeAttributesClassName,
    current,
    modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
  return new Set(names.filter((name) => name !== undefined && name !== '') as string[]);
}

/** A class that is being deleted and that nothing uses, without what keeps it; undefined for others. */
export function unusedClass(object: VolumeAttributesClass, isUsed: boolean): VolumeAttributesClass | undefined {
  const { finalizers = [], deletionTimestamp } = object.metadata;
  if (isUsed || deletionTimestamp === undefined || !finalizers.includes(StorageFinalizer.AttributesClass)) {
    return undefined;
  }
  const kept = finalizers.filter((finalizer) => finalizer !== StorageFinalizer.AttributesClass);
  return { ...object, metadata: { ...object.metadata, finalizers: kept } };
}
