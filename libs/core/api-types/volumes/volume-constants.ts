import { tryParseQuantity } from '@orrery/quantity';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from '../objects';

/** Phase of a volume's life. */
export const VolumePhase = {
  Pending: 'Pending',
  Available: 'Available',
  Bound: 'Bound',
  Released: 'Released',
  Failed: 'Failed',
} as const;
export type VolumePhase = (typeof VolumePhase)[keyof typeof VolumePhase];

/** Phase of a claim's life. */
export const ClaimPhase = { Pending: 'Pending', Bound: 'Bound', Lost: 'Lost' } as const;
export type ClaimPhase = (typeof ClaimPhase)[keyof typeof ClaimPhase];

/** Annotations by which scheduler, binder and provisioners inform each other of their progress. */
export const VolumeAnnotation = {
  /** On a claim: both sides of the binding are written. */
  BindCompleted: 'pv.kubernetes.io/bind-completed',
  /** On either side: the binding was chosen by the control plane, not by a user. */
  BoundByController: 'pv.kubernetes.io/bound-by-controller',
  /** On a claim: the node for which the scheduler wants the volume made. */
  SelectedNode: 'volume.kubernetes.io/selected-node',
  /** On a claim: who is to make the volume. */
  StorageProvisioner: 'volume.kubernetes.io/storage-provisioner',
  BetaStorageProvisioner: 'volume.beta.kubernetes.io/storage-provisioner',
  /** On a volume: who made it. */
  ProvisionedBy: 'pv.kubernetes.io/provisioned-by',
  /** Older way to name the class, of claims and of volumes. */
  BetaStorageClass: 'volume.beta.kubernetes.io/storage-class',
  /** On a class: claims that name none are of this one. */
  DefaultClass: 'storageclass.kubernetes.io/is-default-class',
  BetaDefaultClass: 'storageclass.beta.kubernetes.io/is-default-class',
} as const;

/** Finalizers that keep volumes, claims and classes of attributes while something uses them. */
export const StorageFinalizer = {
  Volume: 'kubernetes.io/pv-protection',
  Claim: 'kubernetes.io/pvc-protection',
  AttributesClass: 'kubernetes.io/vac-protection',
} as const;

/** The provisioner of classes whose volumes are made by hand. */
export const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

/** Name of the claim's class; empty if it asks for volumes without one. */
export function claimClassName({ metadata, spec }: PersistentVolumeClaim): string {
  return metadata.annotations?.[VolumeAnnotation.BetaStorageClass] ?? spec?.storageClassName ?? '';
}

/** Name of the volume's class; empty if it has none. */
export function volumeClassName({ metadata, spec }: PersistentVolume): string {
  return metadata.annotations?.[VolumeAnnotation.BetaStorageClass] ?? spec?.storageClassName ?? '';
}

/** Returns whether a claim has its volume and both sides know. */
export function isFullyBound({ metadata, spec }: PersistentVolumeClaim): boolean {
  return Boolean(spec?.volumeName) && metadata.annotations?.[VolumeAnnotation.BindCompleted] !== undefined;
}

/** Returns whether claims of the class wait for a pod before they get a volume. */
export function usesDelayedBinding(storageClass: StorageClass | undefined): boolean {
  return storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
}

/** Returns whether the volume's claimRef names the claim; one without uid was written by hand and fits any claim of the name. */
export function isHeldFor({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const ref = spec?.claimRef;
  if (!ref || ref.name !== metadata.name || ref.namespace !== metadata.namespace) return false;
  return !ref.uid || ref.uid === metadata.uid;
}

/** Returns the storage that a claim requests, in billionths of a byte (the unit of quantities); 0 if it requests none. */
export function requestedStorage({ spec }: PersistentVolumeClaim): bigint {
  return remembered(spec, (spec?.resources?.requests as Amounts)?.['storage']);
}

/** Returns the capacity of a volume, in billionths of a byte; 0 if it has none. */
export function storageCapacityOf({ spec }: PersistentVolume): bigint {
  return remembered(spec, (spec?.capacity as Amounts)?.['storage']);
}

type Amounts = Readonly<Record<string, string>> | undefined;

const read = new WeakMap<object, bigint>();

/** A stored spec never changes, so its text is read once. */
function remembered(spec: object | undefined, text: string | undefined): bigint {
  if (!spec || text === undefined) return 0n;
  const known = read.get(spec);
  if (known !== undefined) return known;
  const verdict = tryParseQuantity(String(text));
  const nanos = verdict.ok ? verdict.quantity.nanos : 0n;
  read.set(spec, nanos);
  return nanos;
}
