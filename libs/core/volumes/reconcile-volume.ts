import {
  StorageFinalizer,
  VolumeAnnotation,
  VolumePhase,
  type PersistentVolume,
  type PersistentVolumeClaim,
} from '@orrery/api-types';
import { volumeKeyOf, type VolumeAction } from './volume-actions';
import type { VolumeLookup } from './volume-state';

/** Decides what a volume needs next: its phase, and what becomes of it once its claim is gone. */
export function reconcileVolume(volume: PersistentVolume, lookup: VolumeLookup): VolumeAction[] {
  const key = volumeKeyOf(volume);
  const actions: VolumeAction[] = [];
  const { metadata, spec, status } = volume;
  const ref = spec?.claimRef;
  const claim = ref?.uid ? claimOf(ref, lookup) : undefined;
  const phase = phaseOf(volume, claim);
  if (phase !== status?.phase) actions.push({ kind: 'setVolumePhase', volume: key, phase });
  if (phase === VolumePhase.Released) actions.push(...reclaim(volume));
  else if (ref?.uid && claim?.spec?.volumeName && claim.spec.volumeName !== metadata.name) {
    // The claim has another volume: this one was kept in vain.
    const keepsName = metadata.annotations?.[VolumeAnnotation.BoundByController] === undefined;
    actions.push(
      isMade(volume)
        ? { kind: 'deleteVolume', volume: key }
        : { kind: 'releaseVolume', volume: key, claimUid: ref.uid, keepsName },
    );
  }
  const isProtected = metadata.finalizers?.includes(StorageFinalizer.Volume) === true;
  if (metadata.deletionTimestamp && isProtected && phase !== VolumePhase.Bound) {
    actions.push({ kind: 'freeVolume', volume: key });
  }
  return actions;
}

function claimOf(
  { namespace = '', name = '', uid }: { readonly namespace?: string; readonly name?: string; readonly uid?: string },
  lookup: VolumeLookup,
): PersistentVolumeClaim | undefined {
  const claim = lookup.claim(namespace, name);
  return claim?.metadata.uid === uid ? claim : undefined;
}

function phaseOf({ metadata, spec }: PersistentVolume, claim: PersistentVolumeClaim | undefined): VolumePhase {
  if (!spec?.claimRef?.uid) return VolumePhase.Available;
  if (!claim) return VolumePhase.Released;
  // Kept, and the claim does not know yet: the binding is complete when it does.
  return claim.spec?.volumeName === metadata.name ? VolumePhase.Bound : VolumePhase.Available;
}

function reclaim(volume: PersistentVolume): VolumeAction[] {
  const key = volumeKeyOf(volume);
  switch (volume.spec?.persistentVolumeReclaimPolicy) {
    case 'Delete':
      return volume.metadata.deletionTimestamp ? [] : [{ kind: 'deleteVolume', volume: key }];
    case 'Recycle':
      return [{ kind: 'releaseVolume', volume: key, claimUid: volume.spec.claimRef?.uid ?? '', keepsName: false }];
    default:
      return [];
  }
}

/** Returns true if the volume was made for its claim and is deleted with it. */
function isMade({ metadata, spec }: PersistentVolume): boolean {
  const isProvisioned = metadata.annotations?.[VolumeAnnotation.ProvisionedBy] !== undefined;
  return isProvisioned && spec?.persistentVolumeReclaimPolicy === 'Delete';
}
