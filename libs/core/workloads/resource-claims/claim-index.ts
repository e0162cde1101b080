import { podClaimNamesOf, podClaimsOf, type Pod, type ResourceClaim } from '@orrery/api-types';
import { controllerOf } from '../ownership/controller-reference';

/** Index of the pods that use a claim, and the claims that a pod owns; kept by deltas. Keys are `namespace/name`. */
export class ClaimIndex {
  private readonly podsOfClaim = new Map<string, Set<string>>();
  private readonly claimsOfOwner = new Map<string, Set<string>>();

  /** A pod came (`before` undefined), changed, or went (`after` undefined). */
  podChanged(before: Pod | undefined, after: Pod | undefined): void {
    const names = (pod: Pod | undefined): string[] =>
      pod && podClaimsOf(pod.spec).length > 0 ? podClaimNamesOf(pod) : [];
    const { namespace = '', name } = (after ?? before)!.metadata;
    const [old, now] = [names(before), names(after)];
    for (const claim of old) if (!now.includes(claim)) removeFrom(this.podsOfClaim, `${namespace}/${claim}`, name);
    for (const claim of now) addTo(this.podsOfClaim, `${namespace}/${claim}`, name);
  }

  /** The same of a claim. */
  claimChanged(before: ResourceClaim | undefined, after: ResourceClaim | undefined): void {
    const [old, now] = [before && controllerOf(before)?.uid, after && controllerOf(after)?.uid];
    const { name } = (after ?? before)!.metadata;
    if (old !== undefined && old !== now) removeFrom(this.claimsOfOwner, old, name);
    if (now !== undefined) addTo(this.claimsOfOwner, now, name);
  }

  /** Names of the pods that use a claim. */
  podsOf(claimKey: string): Iterable<string> {
    return this.podsOfClaim.get(claimKey) ?? [];
  }

  /** Names of the claims that the object of this uid owns. */
  claimsOf(ownerUid: string): Iterable<string> {
    return this.claimsOfOwner.get(ownerUid) ?? [];
  }

  clear(): void {
    this.podsOfClaim.clear();
    this.claimsOfOwner.clear();
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}

function removeFrom(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
