import { deepEqual, type Pod, type ResourceClaim } from '@orrery/api-types';
import {
  ActionType,
  EventResource,
  QueueingHint,
  type ClusterEvent,
  type EventRegistration,
  type PodInfo,
} from '@orrery/scheduling';
import type { PodClaims } from './pod-claims';

const ADD_OR_UPDATE = ActionType.Add | ActionType.UpdateOther;

/** Returns the events that may help a pod whose claims could not be fulfilled (`EventsToRegister`). */
export function claimEvents(claimsOf: (pod: Pod) => PodClaims): readonly EventRegistration[] {
  return [
    { resource: EventResource.Node, actions: ActionType.Add | ActionType.UpdateNodeLabel },
    {
      resource: EventResource.ResourceClaim,
      actions: ADD_OR_UPDATE,
      hint: (pod, event) => queueIf(isHelped(pod, event, claimsOf)),
    },
    {
      resource: EventResource.Pod,
      actions: ActionType.UpdatePodGeneratedResourceClaim,
      hint: (pod, { after }) =>
        queueIf(pod.uid === after?.metadata.uid && 'claims' in claimsOf((after as Pod | undefined) ?? pod.pod)),
    },
    { resource: EventResource.DeviceClass, actions: ADD_OR_UPDATE },
    { resource: EventResource.ResourceSlice, actions: ADD_OR_UPDATE },
  ];
}

/** Devices became free, or a claim of the pod itself came or has another status. */
function isHelped({ pod }: PodInfo, { before, after }: ClusterEvent, claimsOf: (pod: Pod) => PodClaims): boolean {
  const [old, now] = [before, after] as (ResourceClaim | undefined)[];
  const found = claimsOf(pod);
  if (!('claims' in found) || !now) return false;
  if (old?.status?.allocation && !now.status?.allocation) return true;
  if (!found.claims.some(({ metadata }) => metadata.uid === now.metadata.uid)) return false;
  return !old || !deepEqual(old.status ?? {}, now.status ?? {});
}

function queueIf(helps: boolean): QueueingHint {
  return helps ? QueueingHint.Queue : QueueingHint.Skip;
}
