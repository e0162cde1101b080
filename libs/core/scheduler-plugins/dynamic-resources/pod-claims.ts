import { foreignClaimText, podClaimName, podClaimsOf, type Pod, type ResourceClaim } from '@orrery/api-types';
import type { ClusterObjects } from '@orrery/scheduling';

/** The claims of a pod, or why it has to wait for them. */
export type PodClaims = { readonly claims: readonly ResourceClaim[] } | { readonly error: string };

/** Looks up the claims of a pod (`foreachPodResourceClaim`). */
export function claimsOfPod(objects: ClusterObjects, pod: Pod): PodClaims {
  const claims: ResourceClaim[] = [];
  const { namespace = '' } = pod.metadata;
  for (const podClaim of podClaimsOf(pod.spec)) {
    const { name, isMade, error } = podClaimName(pod, podClaim);
    if (error !== undefined) return { error };
    // The pod can do without.
    if (name === undefined) continue;
    const claim = objects.get<ResourceClaim>('ResourceClaim', namespace, name);
    if (!claim) return { error: `could not find ResourceClaim "${namespace}/${name}"` };
    if (claim.metadata.deletionTimestamp !== undefined) return { error: `resourceclaim "${name}" is being deleted` };
    const foreign = isMade ? foreignClaimText(pod, claim) : undefined;
    if (foreign !== undefined) return { error: foreign };
    claims.push(claim);
  }
  return { claims };
}
