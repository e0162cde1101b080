import { type CSIDriver, type CSIStorageCapacity, type KubeObject } from '@orrery/api-types';
import { tryParseQuantity } from '@orrery/quantity';
import {
  ActionType,
  differs,
  EventResource,
  QueueingHint,
  usesClaim,
  type ClusterEvent,
  type EventRegistration,
} from '@orrery/scheduling';

const MIGRATED_PLUGINS = 'storage.alpha.kubernetes.io/migrated-plugins';
const ADD_OR_UPDATE = ActionType.Add | ActionType.UpdateOther;

/** Events that may help a pod whose volumes were not found (spec scheduler 2.6). */
export const VOLUME_BINDING_EVENTS: readonly EventRegistration[] = [
  {
    resource: EventResource.StorageClass,
    actions: ADD_OR_UPDATE,
    hint: (_pod, { before, after }) =>
      queueIf(!before || differs(part(before, 'allowedTopologies'), part(after, 'allowedTopologies'))),
  },
  {
    resource: EventResource.PersistentVolumeClaim,
    actions: ADD_OR_UPDATE,
    hint: ({ pod }, { after }) => queueIf(after !== undefined && usesClaim(pod, (after as KubeObject).metadata)),
  },
  { resource: EventResource.PersistentVolume, actions: ADD_OR_UPDATE },
  { resource: EventResource.Node, actions: ActionType.Add | ActionType.UpdateNodeLabel },
  {
    resource: EventResource.CSINode,
    actions: ADD_OR_UPDATE,
    hint: (_pod, { before, after }) => queueIf(!before || migrated(before) !== migrated(after)),
  },
  { resource: EventResource.CSIDriver, actions: ActionType.UpdateOther, hint: (_pod, event) => stoppedTracking(event) },
  {
    resource: EventResource.CSIStorageCapacity,
    actions: ADD_OR_UPDATE,
    hint: (_pod, event) => queueIf(!event.before || hasMoreRoom(event)),
  },
];

function part(object: ClusterEvent['after'], field: string): unknown {
  return (object as KubeObject | undefined)?.[field];
}

function migrated(object: ClusterEvent['after']): string {
  return object?.metadata.annotations?.[MIGRATED_PLUGINS] ?? '';
}

function stoppedTracking({ before, after }: ClusterEvent): QueueingHint {
  const tracks = (driver: unknown): boolean => (driver as CSIDriver | undefined)?.spec?.storageCapacity === true;
  return queueIf(tracks(before) && !tracks(after));
}

function hasMoreRoom({ before, after }: ClusterEvent): boolean {
  const [old, now] = [before, after] as [CSIStorageCapacity, CSIStorageCapacity];
  return rose(old.capacity, now.capacity) || rose(old.maximumVolumeSize, now.maximumVolumeSize);
}

function rose(before: string | undefined, after: string | undefined): boolean {
  return nanosOf(after) > nanosOf(before);
}

function nanosOf(text: string | undefined): bigint {
  const verdict = text === undefined ? undefined : tryParseQuantity(String(text));
  return verdict?.ok ? verdict.quantity.nanos : 0n;
}

function queueIf(helps: boolean): QueueingHint {
  return helps ? QueueingHint.Queue : QueueingHint.Skip;
}
