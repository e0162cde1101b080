import {
  claimClassName,
  ClaimPhase,
  claimRequestOf,
  isFullyBound,
  usesDelayedBinding,
  type ClaimRequest,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
} from '@orrery/api-types';
import {
  claimIn,
  claimNameOf,
  foreignClaimError,
  notFoundText,
  storageClassIn,
  volumeIn,
  type ClusterObjects,
} from '@orrery/scheduling';

/** The claims of a pod, by what the scheduler has to do about them. */
export interface PodClaims {
  /** Volumes of bound claims; undefined where the volume does not exist. */
  readonly bound: readonly (PersistentVolume | undefined)[];
  /** Unbound claims whose class waits for the pod, smallest request first. */
  readonly delayed: readonly ClaimRequest[];
  /** True if there are unbound claims that the binder should have bound without the pod. */
  readonly hasUnboundImmediate: boolean;
}

/** Error because of which a pod's claims are checked on no node. */
export interface ClaimsError {
  readonly error: string;
}

/** Reads the claims of a pod; undefined if it has none. */
export function podClaimsOf(objects: ClusterObjects, pod: Pod): PodClaims | ClaimsError | undefined {
  const claims: PersistentVolumeClaim[] = [];
  for (const volume of pod.spec.volumes ?? []) {
    const named = claimNameOf(pod, volume);
    if (!named) continue;
    const claim = claimIn(objects, pod.metadata.namespace ?? '', named.name);
    const error = claimError(pod, { claim, ...named });
    if (error !== undefined) return { error };
    claims.push(claim!);
  }
  return claims.length === 0 ? undefined : sortClaims(objects, claims);
}

function claimError(
  pod: Pod,
  found: { readonly claim: PersistentVolumeClaim | undefined; readonly name: string; readonly isEphemeral: boolean },
): string | undefined {
  const { claim, name, isEphemeral } = found;
  if (!claim) {
    return isEphemeral
      ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
      : notFoundText('persistentvolumeclaim', name);
  }
  if (claim.status?.phase === ClaimPhase.Lost) {
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec?.volumeName ?? ''}"`;
  }
  if (claim.metadata.deletionTimestamp) return `persistentvolumeclaim "${name}" is being deleted`;
  return isEphemeral ? foreignClaimError(pod, claim) : undefined;
}

function sortClaims(objects: ClusterObjects, claims: readonly PersistentVolumeClaim[]): PodClaims {
  const bound: (PersistentVolume | undefined)[] = [];
  const delayed: ClaimRequest[] = [];
  let hasUnboundImmediate = false;
  for (const claim of claims) {
    const volumeName = claim.spec?.volumeName ?? '';
    if (isFullyBound(claim)) bound.push(volumeIn(objects, volumeName));
    // A claim that names its volume itself is bound without the scheduler, regardless of its class.
    else if (volumeName === '' && usesDelayedBinding(storageClassIn(objects, claimClassName(claim)))) {
      delayed.push(claimRequestOf(claim));
    } else hasUnboundImmediate = true;
  }
  delayed.sort((a, b) => (a.request < b.request ? -1 : Number(a.request > b.request)));
  return { bound, delayed, hasUnboundImmediate };
}
