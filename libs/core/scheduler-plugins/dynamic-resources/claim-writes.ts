import { CLAIM_FINALIZER, MAX_RESERVATIONS, podConsumer, type Pod, type ResourceClaim } from '@orrery/api-types';
import type { ClaimEffect } from '@orrery/scheduling';

type Reservation = Extract<ClaimEffect, { readonly kind: 'reserveClaim' }>;

/** Returns why a claim cannot be reserved for the pod any more; undefined if it can (`bindClaim`). */
export function reservationProblem(current: ResourceClaim, effect: Reservation): string | undefined {
  const { namespace, name, uid } = effect.claim;
  if (current.metadata.uid !== uid || current.metadata.deletionTimestamp !== undefined) {
    return `claim ${namespace}/${name} got deleted in the meantime`;
  }
  const { allocation, reservedFor = [] } = current.status ?? {};
  if (effect.allocation && allocation) return `claim ${namespace}/${name} got allocated elsewhere in the meantime`;
  if (!effect.allocation && !allocation) return `claim ${namespace}/${name} got deallocated in the meantime`;
  if (reservedFor.length < MAX_RESERVATIONS) return undefined;
  const tooMany = `must have at most ${MAX_RESERVATIONS} items`;
  return `add reservation to claim ${namespace}/${name}: status.reservedFor: Too many: ${reservedFor.length + 1}: ${tooMany}`;
}

/** The claim reserved for the pod, with its allocation and what protects it where it gets one. */
export function reservedClaim(current: ResourceClaim, { allocation }: Reservation, pod: Pod): ResourceClaim {
  const { status = {}, metadata } = current;
  const { reservedFor = [] } = status;
  const isReserved = reservedFor.some(({ uid }) => uid === pod.metadata.uid);
  const next = isReserved ? status : { ...status, reservedFor: [...reservedFor, podConsumer(pod)] };
  if (!allocation) return { ...current, status: next };
  const others = metadata.finalizers?.filter((finalizer) => finalizer !== CLAIM_FINALIZER) ?? [];
  return {
    ...current,
    metadata: { ...metadata, finalizers: [...others, CLAIM_FINALIZER] },
    status: { ...next, allocation },
  };
}

/** The claim without the pod's reservation, or without devices if no other pod uses it; undefined if it stays as it is. */
export function releasedClaim(
  current: ResourceClaim,
  { kind, claim }: Exclude<ClaimEffect, Reservation>,
  pod: Pod,
): ResourceClaim | undefined {
  if (current.metadata.uid !== claim.uid) return undefined;
  const { reservedFor = [], ...status } = current.status ?? {};
  const others = reservedFor.filter(({ uid }) => uid !== pod.metadata.uid);
  if (kind === 'deallocateClaim') {
    const { allocation: _allocation, devices: _devices, ...rest } = status;
    return others.length > 0 ? undefined : { ...current, status: rest };
  }
  if (others.length === reservedFor.length) return undefined;
  return { ...current, status: { ...status, ...(others.length > 0 ? { reservedFor: others } : {}) } };
}
