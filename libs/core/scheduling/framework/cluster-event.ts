import type { KubeObject, Node, Pod } from '@orrery/api-types';

/** Kinds of objects whose changes may make a pod schedulable. `Any` belongs to wildcard events. */
export const EventResource = {
  Any: '*',
  Pod: 'Pod',
  Node: 'Node',
  PersistentVolume: 'PersistentVolume',
  PersistentVolumeClaim: 'PersistentVolumeClaim',
  StorageClass: 'StorageClass',
  CSINode: 'CSINode',
  CSIDriver: 'CSIDriver',
  CSIStorageCapacity: 'CSIStorageCapacity',
  VolumeAttachment: 'VolumeAttachment',
  Service: 'Service',
  ResourceClaim: 'ResourceClaim',
  DeviceClass: 'DeviceClass',
  ResourceSlice: 'ResourceSlice',
} as const;
export type EventResource = (typeof EventResource)[keyof typeof EventResource];

/** Types of actions, as bits so that a registration can name several. */
export const ActionType = {
  Add: 1,
  Delete: 1 << 1,
  UpdateNodeAllocatable: 1 << 2,
  UpdateNodeLabel: 1 << 3,
  UpdateNodeTaint: 1 << 4,
  UpdateNodeCondition: 1 << 5,
  UpdateNodeAnnotation: 1 << 6,
  UpdatePodLabel: 1 << 7,
  UpdatePodScaleDown: 1 << 8,
  UpdatePodGatesEliminated: 1 << 9,
  UpdatePodTolerations: 1 << 10,
  /** An update without a special bit: objects other than pods and nodes, and "other update" of a pod. */
  UpdateOther: 1 << 11,
  /** The claims that were made for a pod are in its status. */
  UpdatePodGeneratedResourceClaim: 1 << 12,
} as const;

/** Event in the cluster, with the object before and after. */
export interface ClusterEvent {
  readonly resource: EventResource;
  /** Bits of {@link ActionType}; 0 for wildcards. */
  readonly action: number;
  /** Name for logs and explanations. */
  readonly label: string;
  readonly before?: KubeObject | Node | Pod | undefined;
  readonly after?: KubeObject | Node | Pod | undefined;
}

/** A wildcard event is wanted by every plugin. */
export function isWildcard(event: ClusterEvent): boolean {
  return event.resource === EventResource.Any;
}

/** Wakes what slept too long. */
export const UNSCHEDULABLE_TIMEOUT: ClusterEvent = {
  resource: EventResource.Any,
  action: 0,
  label: 'UnschedulableTimeout',
};
/** A plugin activates the pod. */
export const FORCE_ACTIVATE: ClusterEvent = { resource: EventResource.Any, action: 0, label: 'ForceActivate' };

/** Answer of a queueing hint. */
export const QueueingHint = { Queue: 'Queue', Skip: 'Skip' } as const;
export type QueueingHint = (typeof QueueingHint)[keyof typeof QueueingHint];
