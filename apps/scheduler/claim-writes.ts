import { CLAIM_FINALIZER, Kinds, MAX_RESERVATIONS, podConsumer, type Pod, type ResourceClaim } from '@orrery/api-types';
import { modificationOf, type Modification } from '@orrery/control-plane';
import type { ClaimEffect, SchedulingEffect } from '@orrery/scheduling';

type Reservation = Extract<ClaimEffect, { readonly kind: 'reserveClaim' }>;

/** Whether an effect changes a claim of devices. */
export function isClaimEffect(effect: SchedulingEffect): effect is ClaimEffect {
  return ['reserveClaim', 'unreserveClaim', 'deallocateClaim'].includes(effect.kind);
}

/** Takes back what was reserved for a pod, or frees the devices of a claim that no other pod uses. */
export function claimRelease(effect: Exclude<ClaimEffect, Reservation>, pod: Pod): Modification {
  return modificationOf(Kinds.ResourceClaim, effect.claim, (current) => {
    const { reservedFor = [], allocation: _allocation, devices: _devices, ...rest } = current.status ?? {};
    if (current.metadata.uid !== effect.claim.uid) return undefined;
    const others = reservedFor.filter(({ uid }) => uid !== pod.metadata.uid);
    if (effect.kind === 'deallocateClaim') return others.length > 0 ? undefined : { ...current, status: rest };
    if (others.length === reservedFor.length) return undefined;
    const { reservedFor: _reservedFor, ...status } = current.status ?? {};
    return { ...current, status: { ...status, ...(others.length > 0 ? { reservedFor: others } : {}) } };
  });
}

/** Why a claim cannot be reserved for the pod any more; undefined if it can (`bindClaim`). */
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
