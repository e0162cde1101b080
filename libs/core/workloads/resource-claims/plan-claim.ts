import {
  CLAIM_FINALIZER,
  isTerminalPhase,
  type ConsumerReference,
  type Pod,
  type ResourceClaim,
} from '@orrery/api-types';
import { controllerOf } from '../ownership/controller-reference';

/** A claim with the pods around it. */
export interface ClaimState {
  readonly claim: ResourceClaim;
  /** A pod of the claim's namespace. */
  readonly pod: (name: string) => Pod | undefined;
}

/** Plan for a claim. */
export interface ClaimPlan {
  /** Its users without those that have ended; undefined if all are left. */
  readonly reservedFor: readonly ConsumerReference[] | undefined;
  /** Its devices are free, and nothing keeps it any more. */
  readonly isReleased: boolean;
  /** True for a claim of a pod that will not run. */
  readonly isUnneeded: boolean;
}

/** Returns whether a pod will not use its devices any more, or never did. */
export function isPodDone({ metadata, spec, status }: Pod): boolean {
  return isTerminalPhase(status?.phase) || (metadata.deletionTimestamp !== undefined && !spec.nodeName);
}

/** Decides about one claim (`syncClaim` of `pkg/controller/resourceclaim`). */
export function planClaim({ claim, pod }: ClaimState): ClaimPlan {
  const before = claim.status?.reservedFor ?? [];
  const valid = before.filter((reference) => isInUse(reference, pod));
  const isProtected = claim.metadata.finalizers?.includes(CLAIM_FINALIZER) ?? false;
  const hasLostLast = valid.length === 0 && before.length > 0;
  const isGoing = valid.length === 0 && claim.metadata.deletionTimestamp !== undefined;
  return {
    reservedFor: valid.length < before.length ? valid : undefined,
    isReleased: isProtected && (hasLostLast || isGoing),
    isUnneeded: valid.length === 0 && claim.metadata.deletionTimestamp === undefined && isOfDonePod(claim, pod),
  };
}

/** The claim as a plan leaves it; undefined if it stays as it is. Another one may have been reserved meanwhile. */
export function plannedClaim(claim: ResourceClaim, plan: ClaimPlan, old: ResourceClaim): ResourceClaim | undefined {
  if (claim.metadata.resourceVersion !== old.metadata.resourceVersion) return undefined;
  const { allocation, devices, reservedFor: _before, ...status } = claim.status ?? {};
  const { finalizers = [], ...metadata } = claim.metadata;
  if (plan.isReleased) {
    const kept = finalizers.filter((finalizer) => finalizer !== CLAIM_FINALIZER);
    return { ...claim, metadata: { ...metadata, ...(kept.length > 0 ? { finalizers: kept } : {}) }, status };
  }
  if (!plan.reservedFor) return undefined;
  const reservedFor = plan.reservedFor.length > 0 ? { reservedFor: plan.reservedFor } : {};
  return {
    ...claim,
    status: { ...status, ...(allocation ? { allocation } : {}), ...reservedFor, ...(devices ? { devices } : {}) },
  };
}

/** Users other than pods are not known, and stay. */
function isInUse({ apiGroup, resource, name, uid }: ConsumerReference, pod: ClaimState['pod']): boolean {
  if (apiGroup || resource !== 'pods') return true;
  const user = pod(name);
  return user !== undefined && user.metadata.uid === uid && !isPodDone(user);
}

/** A pod that is gone is the garbage collector's affair. */
function isOfDonePod(claim: ResourceClaim, pod: ClaimState['pod']): boolean {
  const owner = controllerOf(claim);
  if (owner?.kind !== 'Pod' || owner.apiVersion !== 'v1') return false;
  const user = pod(owner.name);
  return user !== undefined && (user.metadata.uid !== owner.uid || isPodDone(user));
}
