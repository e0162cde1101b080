import type { KubeObject, Pod } from '../objects';
import {
  MAX_RESERVATIONS,
  podClaimsOf,
  type ConsumerReference,
  type PodResourceClaim,
  type ResourceClaim,
} from './device-types';

/** The claim behind a pod's: its name, or what is wrong. Both undefined: the pod can do without one. */
export interface PodClaimName {
  readonly name?: string | undefined;
  /** The claim is made for the pod, which must own it. */
  readonly isMade: boolean;
  readonly error?: string;
}

/** The name of the claim that a pod means (`resourceclaim.Name` of `dynamic-resource-allocation`). */
export function podClaimName(pod: Pod, claim: PodResourceClaim): PodClaimName {
  if (claim.resourceClaimName !== undefined) return { name: claim.resourceClaimName, isMade: false };
  const { namespace = '', name } = pod.metadata;
  if (claim.resourceClaimTemplateName === undefined) {
    const error = `pod "${namespace}/${name}", spec.resourceClaim "${claim.name}": none of the supported fields are set`;
    return { isMade: false, error };
  }
  const status = pod.status?.resourceClaimStatuses?.find((entry) => entry.name === claim.name);
  if (!status) return { isMade: true, error: `pod "${namespace}/${name}": ResourceClaim not created yet` };
  return { name: status.resourceClaimName, isMade: true };
}

/** Names of the claims that a pod uses; those that are yet to be made are missing. */
export function podClaimNamesOf(pod: Pod): string[] {
  return podClaimsOf(pod.spec).flatMap((claim) => podClaimName(pod, claim).name ?? []);
}

/** Returns why a claim was not made for the pod; undefined if it was (`IsForPod`). */
export function foreignClaimText(pod: Pod, { metadata }: ResourceClaim): string | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (metadata.namespace === pod.metadata.namespace && owner?.uid === pod.metadata.uid) return undefined;
  const [claimKey, podKey] = [metadata, pod.metadata].map(({ namespace = '', name }) => `${namespace}/${name}`);
  return `ResourceClaim ${claimKey} was not created for pod ${podKey} (pod is not owner)`;
}

/** Returns whether a claim is reserved for the pod of this uid. */
export function isReservedFor(uid: string, { status }: ResourceClaim): boolean {
  return status?.reservedFor?.some((reference) => reference.uid === uid) ?? false;
}

/** Returns whether one more pod can use the claim. */
export function canBeReserved({ status }: ResourceClaim): boolean {
  return (status?.reservedFor?.length ?? 0) < MAX_RESERVATIONS;
}

/** Returns the entry by which a claim names a pod that uses it. */
export function podConsumer({ metadata: { name, uid } }: Pick<KubeObject, 'metadata'>): ConsumerReference {
  return { resource: 'pods', name, uid };
}
