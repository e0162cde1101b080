import type { AllocationResult, Pod } from '@orrery/api-types';

/** An event for the shell to record about a pod. */
export interface PodEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** A claim, and the uid it must still have. */
export interface ClaimKey {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Writes that PostFilter, PreBind and Unreserve plugins decided on; the shell does them in order. */
export type SchedulingEffect =
  /** Delete a running pod with its own grace period, after setting its condition where there is one. */
  | {
      readonly kind: 'deleteVictim';
      readonly victim: Pod;
      readonly condition: { readonly type: string; readonly reason: string; readonly message: string } | undefined;
      readonly event: PodEvent;
    }
  /** A pod placed but not yet bound gives way: it was rejected in memory, nothing is deleted. */
  | { readonly kind: 'rejectWaiting'; readonly victim: Pod; readonly event: PodEvent }
  /** Clear status.nominatedNodeName of a pod that lost its nomination to another. */
  | { readonly kind: 'clearNomination'; readonly pod: Pod }
  /** Keep a volume for a claim: set its claimRef, unless it is kept for another by now. */
  | { readonly kind: 'holdVolume'; readonly volumeName: string; readonly claim: ClaimKey }
  /** Ask for a volume to be made for a claim near a node: set the selected-node annotation. */
  | { readonly kind: 'selectNode'; readonly claim: ClaimKey; readonly nodeName: string }
  /** Reserve a claim of devices for the pod, with its allocation where the claim does not have one yet. */
  | { readonly kind: 'reserveClaim'; readonly claim: ClaimKey; readonly allocation: AllocationResult | undefined }
  /** Take that back: the pod was not bound. */
  | { readonly kind: 'unreserveClaim'; readonly claim: ClaimKey }
  /** Free the devices of a claim that no other pod uses. */
  | { readonly kind: 'deallocateClaim'; readonly claim: ClaimKey };

/** Effects that change claims of devices. */
export type ClaimEffect = Extract<
  SchedulingEffect,
  { readonly kind: 'reserveClaim' | 'unreserveClaim' | 'deallocateClaim' }
>;
