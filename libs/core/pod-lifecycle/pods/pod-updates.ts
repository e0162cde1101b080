import { isTerminalPhase, PodConditionType, type Pod, type PodCondition, type PodStatus } from '@orrery/api-types';
import type { HostedPod } from './hosted-pod';
import { allocationsOf, changedResources, resizableContainers, withAllocations } from '../resizing/allocations';
import { ResizeCondition } from '../resizing/pod-resize';
import { isSameValue } from './same-value';

/** Conditions that the kubelet owns; others are kept as their writers set them. */
const OWN_CONDITIONS = new Set<string>([
  PodConditionType.PodReadyToStartContainers,
  PodConditionType.Initialized,
  PodConditionType.Ready,
  PodConditionType.ContainersReady,
  ResizeCondition.Pending,
  ResizeCondition.InProgress,
]);

/**
 * Keeps the transition times of conditions that changed and changed back within one instant, which no client saw. Returns the
 * same status if there are none.
 */
export function withSeenTransitions(after: PodStatus, before: PodStatus): PodStatus {
  const { conditions: seen } = before;
  if (after === before || !after.conditions || !seen) return after;
  let conditions: PodCondition[] | undefined;
  after.conditions.forEach((condition, i) => {
    const old = seen.findLast(({ type }) => type === condition.type);
    if (old?.status !== condition.status || !old.lastTransitionTime) return;
    if (old.lastTransitionTime === condition.lastTransitionTime) return;
    conditions ??= [...after.conditions!];
    conditions[i] = { ...condition, lastTransitionTime: old.lastTransitionTime };
  });
  return conditions ? { ...after, conditions } : after;
}

/** Returns whether a pod is unchanged apart from its status. */
function isSameRequest(before: Pod, after: Pod): boolean {
  const [a, b] = [before.metadata, after.metadata];
  return (
    a.deletionTimestamp === b.deletionTimestamp &&
    a.deletionGracePeriodSeconds === b.deletionGracePeriodSeconds &&
    isSameValue(a.annotations, b.annotations) &&
    isSameValue(a.labels, b.labels) &&
    isSameValue(before.spec, after.spec)
  );
}

/** Takes a pod's new version; returns whether anything changed. The kubelet's own write does not count as a change. */
export function takeUpdates(entry: HostedPod, pod: Pod, nowMs: number): boolean {
  if (pod.metadata.deletionTimestamp !== undefined) entry.memory.deletionSeenAtMs ??= nowMs;
  const isAskedAgain = !isSameRequest(entry.pod, pod);
  if (isAskedAgain) noteResize(entry, pod);
  // What was seen is reported, also where nothing comes of it.
  if (entry.pod.metadata.generation !== pod.metadata.generation) entry.hasForeignUpdates = true;
  entry.pod = pod;
  const theirs = pod.status ?? {};
  if (isSameValue(theirs, entry.shown ?? entry.status)) {
    entry.isWriteUnseen = false;
    // Held once, and seen to be the same at a glance when the state of the kubelet is captured.
    if (!entry.shown) entry.status = theirs;
    return isAskedAgain;
  }
  if (entry.shown) return isAskedAgain;
  if (!entry.isWriteUnseen && isTerminalPhase(theirs.phase) && !isTerminalPhase(entry.status.phase)) {
    entry.status = theirs;
    return true;
  }
  const foreign = (theirs.conditions ?? []).filter(({ type }) => !OWN_CONDITIONS.has(type));
  const own = (entry.status.conditions ?? []).filter(({ type }) => OWN_CONDITIONS.has(type));
  entry.status = { ...entry.status, conditions: [...own, ...foreign] };
  entry.hasForeignUpdates = true;
  // The kubelet's word is final about its pods: what others wrote over it is put right.
  if (!entry.isWriteUnseen && entry.status.startTime !== undefined && differs(entry.status, theirs)) {
    entry.isWriteDue = true;
  }
  return true;
}

/** Keeps, before the first resize of an admitted pod, the resources that it has been given so far, and shows them. */
function noteResize(entry: HostedPod, next: Pod): void {
  const { pod, status, memory } = entry;
  if (!entry.isAdmitted || memory.allocated || status.startTime === undefined) return;
  const before = allocationsOf(pod, status);
  const isResized = resizableContainers(next).some(
    ({ name, resources }) => before[name] && changedResources(before[name], resources).length > 0,
  );
  if (!isResized) return;
  memory.allocated = before;
  entry.status = withAllocations(status, before, () => true);
}

function differs(own: PodStatus, theirs: PodStatus): boolean {
  const byType = (status: PodStatus): object =>
    Object.fromEntries((status.conditions ?? []).map((condition) => [condition.type, condition]));
  const hasBeenWritten = theirs.startTime !== undefined;
  return hasBeenWritten && !isSameValue({ ...own, conditions: byType(own) }, { ...theirs, conditions: byType(theirs) });
}
