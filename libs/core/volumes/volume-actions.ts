import type { PersistentVolume, PersistentVolumeClaim, VolumePhase } from '@orrery/api-types';

/** A claim, and the uid it must still have. */
export interface ClaimKey {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** A volume, and the uid it must still have. */
export interface VolumeKey {
  readonly name: string;
  readonly uid: string;
}

/** Writes of the binder. Each has a condition; where it does not hold, the next round decides again. */
export type VolumeAction =
  /** Reserve a volume for a claim. `isOurChoice`: neither of them names the other. */
  | { readonly kind: 'holdVolume'; readonly volume: VolumeKey; readonly claim: ClaimKey; readonly isOurChoice: boolean }
  /** Release a volume; with `keepsName` it stays reserved for claims of the name, as its author wrote. */
  | {
      readonly kind: 'releaseVolume';
      readonly volume: VolumeKey;
      readonly claimUid: string;
      readonly keepsName: boolean;
    }
  | { readonly kind: 'setVolumePhase'; readonly volume: VolumeKey; readonly phase: VolumePhase }
  | { readonly kind: 'deleteVolume'; readonly volume: VolumeKey }
  /** The volume is unused and may be deleted. */
  | { readonly kind: 'freeVolume'; readonly volume: VolumeKey }
  | { readonly kind: 'createVolume'; readonly volume: NewVolume }
  /** Give a claim the volume that is kept for it. */
  | { readonly kind: 'bindClaim'; readonly claim: ClaimKey; readonly volume: PersistentVolume }
  | { readonly kind: 'setClaimPhase'; readonly claim: ClaimKey; readonly phase: 'Pending' | 'Lost' }
  /** Names the provisioner of the claim's volume. */
  | { readonly kind: 'nameProvisioner'; readonly claim: ClaimKey; readonly provisioner: string }
  /** The volume cannot be made near that node: the scheduler is to choose again. */
  | { readonly kind: 'unselectNode'; readonly claim: ClaimKey; readonly nodeName: string }
  /** The claim is unused and may be deleted. */
  | { readonly kind: 'freeClaim'; readonly claim: ClaimKey };

/** A volume as it is created. */
export type NewVolume = Pick<PersistentVolume, 'apiVersion' | 'kind'> & {
  readonly metadata: { readonly name: string; readonly annotations: Record<string, string> };
  readonly spec: NonNullable<PersistentVolume['spec']>;
};

export function claimKeyOf({ metadata }: PersistentVolumeClaim): ClaimKey {
  return { namespace: metadata.namespace ?? '', name: metadata.name, uid: metadata.uid };
}

export function volumeKeyOf({ metadata }: PersistentVolume): VolumeKey {
  return { name: metadata.name, uid: metadata.uid };
}
