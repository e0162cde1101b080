import type { KubeObject, Node } from '@orrery/api-types';
import type { EventRouting } from '../behaviour/behaviour';
import { becameSchedulable, conditionStatuses, differs, nodeEvents, objectEvents } from './derive-events';
import { ActionType, EventResource, type ClusterEvent } from '../framework/cluster-event';

/** Events of a node's change under each routing. Under the 1.20 list a deleted node moves no pod. */
export function routedNodeEvents(
  routing: EventRouting,
  before: Node | undefined,
  after: Node | undefined,
): readonly ClusterEvent[] {
  if (routing === 'hints' || !before || (!after && routing === 'everyEvent')) return nodeEvents(before, after);
  if (!after) return [];
  if (routing === 'listedEvents' && !changesSchedulability(before, after)) return [];
  return [
    { resource: EventResource.Node, action: ActionType.UpdateNodeAllocatable, label: 'NodeUpdate', before, after },
  ];
}

/** Events of other objects under each routing. */
export function routedObjectEvents(
  routing: EventRouting,
  before: KubeObject | undefined,
  after: KubeObject | undefined,
): readonly ClusterEvent[] {
  if (routing === 'hints') return objectEvents(before, after);
  const object = after ?? before;
  if (!object || !isListed(object, { isNew: !before, isGone: !after })) return [];
  const action = !before ? ActionType.Add : !after ? ActionType.Delete : ActionType.UpdateOther;
  return [{ resource: object.kind as EventResource, action, label: `${object.kind}Change`, before, after }];
}

function changesSchedulability(before: Node, after: Node): boolean {
  return (
    becameSchedulable(before, after) ||
    differs(before.status?.allocatable, after.status?.allocatable) ||
    differs(before.metadata.labels, after.metadata.labels) ||
    differs(before.spec?.taints, after.spec?.taints) ||
    conditionStatuses(before) !== conditionStatuses(after)
  );
}

/** Returns true for a change handled by `addAllEventHandlers` of v1.20.2 `pkg/scheduler/eventhandlers.go`. */
function isListed(object: KubeObject, change: { readonly isNew: boolean; readonly isGone: boolean }): boolean {
  switch (object.kind) {
    case 'PersistentVolume':
    case 'PersistentVolumeClaim':
    case 'CSINode':
      return !change.isGone;
    case 'StorageClass':
      return change.isNew && object['volumeBindingMode'] === 'WaitForFirstConsumer';
    case 'Service':
      return true;
    default:
      return false;
  }
}
