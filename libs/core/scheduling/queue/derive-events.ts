import type { KubeObject, Node, Pod } from '@orrery/api-types';
import { accountedAmount, podRequestsWithoutOverhead } from '../cache/pod-requests';
import type { Behaviour } from '../behaviour/behaviour';
import { ActionType, EventResource, type ClusterEvent } from '../framework/cluster-event';

/**
 * Returns the events of a change of an object, for queueing hints (spec scheduler 2.6). One update may yield several
 * events; an update that yields none moves no pod.
 */
export function nodeEvents(before: Node | undefined, after: Node | undefined): ClusterEvent[] {
  if (!before) return after ? [event(EventResource.Node, ActionType.Add, 'NodeAdd', before, after)] : [];
  if (!after) return [event(EventResource.Node, ActionType.Delete, 'NodeDelete', before, after)];
  const events: ClusterEvent[] = [];
  const add = (action: number, label: string): void => {
    events.push(event(EventResource.Node, action, label, before, after));
  };
  if (differs(before.status?.allocatable, after.status?.allocatable)) {
    add(ActionType.UpdateNodeAllocatable, 'NodeAllocatableChange');
  }
  if (differs(before.metadata.labels, after.metadata.labels)) add(ActionType.UpdateNodeLabel, 'NodeLabelChange');
  if (differs(before.spec?.taints, after.spec?.taints) || becameSchedulable(before, after)) {
    add(ActionType.UpdateNodeTaint, 'NodeTaintChange');
  }
  if (conditionStatuses(before) !== conditionStatuses(after)) {
    add(ActionType.UpdateNodeCondition, 'NodeConditionChange');
  }
  if (differs(before.metadata.annotations, after.metadata.annotations)) {
    add(ActionType.UpdateNodeAnnotation, 'NodeAnnotationChange');
  }
  return events;
}

/** Events of an update of one pod, assigned or pending. Coming and going are {@link podArrival} and {@link podDeparture}. */
export function podUpdateEvents(before: Pod, after: Pod, knobs: Behaviour['requests']): ClusterEvent[] {
  const events: ClusterEvent[] = [];
  const add = (action: number, label: string): void => {
    events.push(event(EventResource.Pod, action, label, before, after));
  };
  if (differs(before.metadata.labels, after.metadata.labels)) add(ActionType.UpdatePodLabel, 'PodLabelChange');
  if (someRequestDecreased(before, after, knobs)) add(ActionType.UpdatePodScaleDown, 'PodRequestScaledDown');
  if ((before.spec.schedulingGates?.length ?? 0) > 0 && (after.spec.schedulingGates?.length ?? 0) === 0) {
    add(ActionType.UpdatePodGatesEliminated, 'PodSchedulingGateEliminated');
  }
  if ((before.spec.tolerations?.length ?? 0) !== (after.spec.tolerations?.length ?? 0)) {
    add(ActionType.UpdatePodTolerations, 'PodTolerationChange');
  }
  if (differs(before.status?.resourceClaimStatuses, after.status?.resourceClaimStatuses)) {
    add(ActionType.UpdatePodGeneratedResourceClaim, 'PodGeneratedResourceClaimChange');
  }
  return events;
}

/** An update that changes nothing special: only registrations for any update want it. */
export function podOtherUpdate(before: Pod, after: Pod): ClusterEvent {
  return event(EventResource.Pod, ActionType.UpdateOther, 'PodUpdate', before, after);
}

/** A pod is now on a node. */
export function podArrival(pod: Pod): ClusterEvent {
  return event(EventResource.Pod, ActionType.Add, 'AssignedPodAdd', undefined, pod);
}

/** A pod left its node: deleted, ended, or placed in vain. */
export function podDeparture(pod: Pod): ClusterEvent {
  return event(EventResource.Pod, ActionType.Delete, 'AssignedPodDelete', pod, undefined);
}

/** Relevant actions per kind; other changes of other objects move no pod. */
const OBJECT_ACTIONS: Readonly<Record<string, number>> = {
  PersistentVolumeClaim: ActionType.Add | ActionType.UpdateOther,
  PersistentVolume: ActionType.Add | ActionType.UpdateOther,
  StorageClass: ActionType.Add | ActionType.UpdateOther,
  CSINode: ActionType.Add | ActionType.UpdateOther | ActionType.Delete,
  CSIDriver: ActionType.Add | ActionType.UpdateOther,
  CSIStorageCapacity: ActionType.Add | ActionType.UpdateOther,
  VolumeAttachment: ActionType.Delete,
  ResourceClaim: ActionType.Add | ActionType.UpdateOther,
  DeviceClass: ActionType.Add | ActionType.UpdateOther,
  ResourceSlice: ActionType.Add | ActionType.UpdateOther,
};

/** Events of an object that is neither pod nor node. */
export function objectEvents(before: KubeObject | undefined, after: KubeObject | undefined): ClusterEvent[] {
  const kind = (after ?? before)?.kind ?? '';
  const wanted = Object.hasOwn(OBJECT_ACTIONS, kind) ? OBJECT_ACTIONS[kind]! : 0;
  const action = !before ? ActionType.Add : !after ? ActionType.Delete : ActionType.UpdateOther;
  if ((wanted & action) === 0) return [];
  const verb = !before ? 'Add' : !after ? 'Delete' : 'Update';
  return [event(kind as EventResource, action, `${kind}${verb}`, before, after)];
}

function event(
  resource: EventResource,
  action: number,
  ...[label, before, after]: [string, ClusterEvent['before'], ClusterEvent['after']]
): ClusterEvent {
  return { resource, action, label, before, after };
}

/** Returns whether a node went from cordoned to schedulable. */
export function becameSchedulable(before: Node, after: Node): boolean {
  return before.spec?.unschedulable === true && after.spec?.unschedulable !== true;
}

/** Types and statuses of a node's conditions as one text. */
export function conditionStatuses(node: Node): string {
  return (node.status?.conditions ?? [])
    .map(({ type, status }) => `${type}=${status}`)
    .sort()
    .join();
}

/** Returns whether two JSON values differ; absent and empty are the same. */
export function differs(a: unknown, b: unknown): boolean {
  return a !== b && text(a) !== text(b);
}

function text(value: unknown): string {
  if (value === undefined || value === null) return '';
  const printed = JSON.stringify(value);
  return printed === '{}' || printed === '[]' ? '' : printed;
}

function someRequestDecreased(before: Pod, after: Pod, knobs: Behaviour['requests']): boolean {
  if (!requestsDiffer(before, after)) return false;
  const rules = { knobs, assumeMissing: false };
  const now = podRequestsWithoutOverhead(after, rules);
  for (const [resource, nanos] of podRequestsWithoutOverhead(before, rules)) {
    if (accountedAmount(resource, now.get(resource) ?? 0n) < accountedAmount(resource, nanos)) return true;
  }
  return false;
}

function requestsDiffer(before: Pod, after: Pod): boolean {
  const [old, now] = [before.spec, after.spec] as (Pod['spec'] & { resources?: unknown })[];
  return (
    differs(old!.resources, now!.resources) ||
    ((old!.containers !== now!.containers || old!.initContainers !== now!.initContainers) &&
      differs(containerRequests(before), containerRequests(after))) ||
    differs(resizes(before), resizes(after))
  );
}

function containerRequests({ spec }: Pod): unknown {
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ resources }) => resources?.requests);
}

/** Returns the trace of a resize in the status; undefined for the usual pod. */
function resizes({ status }: Pod): unknown {
  const containers = status?.containerStatuses;
  if (!containers?.some(({ resources, allocatedResources }) => resources ?? allocatedResources)) return undefined;
  return containers.map(({ resources, allocatedResources }) => [resources, allocatedResources]);
}
