import {
  ClaimPhase,
  deepEqual,
  StorageFinalizer,
  VolumeAnnotation,
  type ObjectMeta,
  type PersistentVolume,
  type PersistentVolumeClaim,
} from '@orrery/api-types';
import type { VolumeAction } from './volume-actions';

/** The volume as an action leaves it; undefined if the action does not apply to it, or changes nothing. */
export function changedVolume(volume: PersistentVolume, action: VolumeAction): PersistentVolume | undefined {
  if (!('volume' in action) || action.kind === 'bindClaim' || action.kind === 'createVolume') return undefined;
  if (action.volume.uid !== volume.metadata.uid) return undefined;
  const { metadata, spec, status } = volume;
  switch (action.kind) {
    case 'holdVolume': {
      const { claim, isOurChoice } = action;
      const ref = spec?.claimRef;
      if (ref?.uid || (ref && (ref.name !== claim.name || ref.namespace !== claim.namespace))) return undefined;
      const claimRef = { ...ref, apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...claim };
      const marks = isOurChoice ? { [VolumeAnnotation.BoundByController]: 'yes' } : {};
      return { ...volume, metadata: annotated(metadata, marks), spec: { ...spec, claimRef } };
    }
    case 'releaseVolume': {
      const ref = spec?.claimRef;
      if (ref?.uid !== action.claimUid) return undefined;
      const { claimRef: _claimRef, ...rest } = spec ?? {};
      if (!action.keepsName)
        return { ...volume, metadata: without(metadata, VolumeAnnotation.BoundByController), spec: rest };
      const { uid: _uid, resourceVersion: _version, ...claimRef } = ref;
      return { ...volume, spec: { ...rest, claimRef } };
    }
    case 'setVolumePhase':
      return status?.phase === action.phase ? undefined : { ...volume, status: { ...status, phase: action.phase } };
    case 'freeVolume':
      return withoutFinalizer(volume, StorageFinalizer.Volume);
    case 'deleteVolume':
      return undefined;
  }
}

/** The claim as an action leaves it; undefined if the action does not apply to it, or changes nothing. */
export function changedClaim(claim: PersistentVolumeClaim, action: VolumeAction): PersistentVolumeClaim | undefined {
  if (!('claim' in action) || action.kind === 'holdVolume') return undefined;
  if (action.claim.uid !== claim.metadata.uid) return undefined;
  const { metadata, spec, status } = claim;
  switch (action.kind) {
    case 'bindClaim':
      return boundClaim(claim, action.volume);
    case 'setClaimPhase':
      return status?.phase === action.phase ? undefined : { ...claim, status: { ...status, phase: action.phase } };
    case 'nameProvisioner': {
      const { StorageProvisioner, BetaStorageProvisioner } = VolumeAnnotation;
      const marks = { [StorageProvisioner]: action.provisioner, [BetaStorageProvisioner]: action.provisioner };
      return { ...claim, metadata: annotated(metadata, marks), ...(spec ? { spec } : {}) };
    }
    case 'unselectNode': {
      if (metadata.annotations?.[VolumeAnnotation.SelectedNode] !== action.nodeName) return undefined;
      return { ...claim, metadata: without(metadata, VolumeAnnotation.SelectedNode) };
    }
    case 'freeClaim':
      return withoutFinalizer(claim, StorageFinalizer.Claim);
  }
}

/** Returns the claim with both sides of the binding, and its capacity and access modes. */
function boundClaim(claim: PersistentVolumeClaim, volume: PersistentVolume): PersistentVolumeClaim | undefined {
  const { metadata, spec } = claim;
  const volumeName = spec?.volumeName;
  if (volumeName && volumeName !== volume.metadata.name) return undefined;
  const marks = {
    ...(volumeName ? {} : { [VolumeAnnotation.BoundByController]: 'yes' }),
    [VolumeAnnotation.BindCompleted]: 'yes',
  };
  const { accessModes = [], capacity = {} } = volume.spec ?? {};
  const status = { ...claim.status, phase: ClaimPhase.Bound, accessModes, capacity };
  const bound: PersistentVolumeClaim = {
    ...claim,
    metadata: annotated(metadata, marks),
    spec: { ...spec, volumeName: volume.metadata.name },
    status,
  };
  return deepEqual(bound, claim) ? undefined : bound;
}

function annotated(metadata: ObjectMeta, marks: Readonly<Record<string, string>>): ObjectMeta {
  const annotations = metadata.annotations ?? {};
  if (Object.entries(marks).every(([key, value]) => annotations[key] === value)) return metadata;
  return { ...metadata, annotations: { ...annotations, ...marks } };
}

function without(metadata: ObjectMeta, annotation: string): ObjectMeta {
  if (metadata.annotations?.[annotation] === undefined) return metadata;
  const annotations = { ...metadata.annotations };
  delete annotations[annotation];
  return { ...metadata, annotations };
}

function withoutFinalizer<T extends { readonly metadata: ObjectMeta }>(object: T, finalizer: string): T | undefined {
  const { finalizers } = object.metadata;
  if (!finalizers?.includes(finalizer)) return undefined;
  return { ...object, metadata: { ...object.metadata, finalizers: finalizers.filter((other) => other !== finalizer) } };
}
