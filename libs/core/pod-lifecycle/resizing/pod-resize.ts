import { isTerminalPhase, type Pod, type PodCondition, type PodStatus } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import type { AdmittedPods } from '../kubelet-admission/admit-pod';
import { containerMemory, type PodMemory } from '../pods/pod-memory';
import { podRequests, type ResourceAmounts } from '../pods/pod-requests';
import {
  asAllocated,
  changedResources,
  needsRestart,
  RESIZABLE,
  resizableContainers,
  statusOf,
  withAllocations,
} from './allocations';

/** The conditions that report a resize. */
export const ResizeCondition = { Pending: 'PodResizePending', InProgress: 'PodResizeInProgress' } as const;

/** The reason why a resize has to wait; `Infeasible` ones cannot be met by the node at all. */
interface PendingResize {
  readonly reason: 'Deferred' | 'Infeasible';
  readonly message: string;
}

/** A kubelet's decision on a pod whose spec requests other resources than it was allocated; undefined if the request has not changed. */
export type ResizeDecision = { readonly kind: 'allocate' } | ({ readonly kind: 'wait' } & PendingResize);

/** A pod under its kubelet. */
export interface ResizedPod {
  readonly pod: Pod;
  readonly status: PodStatus;
  readonly memory: PodMemory;
}

/** The node of the pod: its allocatable amounts, and those that are allocated. */
export interface ResizePlace {
  readonly allocatable: ResourceAmounts;
  readonly admitted: AdmittedPods;
}

/** Decides on a resize as `handlePodResourcesResize` and `canResizePod` of upstream's `pkg/kubelet/allocation`. */
export function decideResize({ pod, status, memory }: ResizedPod, place: ResizePlace): ResizeDecision | undefined {
  const { allocated } = memory;
  if (!allocated || isTerminalPhase(status.phase) || pod.metadata.deletionTimestamp) return undefined;
  const pending = conditionOf(status, ResizeCondition.Pending);
  const isAsked = resizableContainers(pod).some(
    ({ name, resources }) => changedResources(allocated[name], resources).length > 0,
  );
  if (!isAsked) return pending ? { kind: 'allocate' } : undefined;
  const refusal = refusalOf(pod, memory, place);
  if (!refusal) return { kind: 'allocate' };
  const isKnown = pending?.reason === refusal.reason && pending.message === refusal.message;
  return isKnown ? undefined : { kind: 'wait', ...refusal };
}

function refusalOf(pod: Pod, memory: PodMemory, { allocatable, admitted }: ResizePlace): PendingResize | undefined {
  const wanted = podRequests(pod);
  const own = podRequests(asAllocated(pod, memory));
  for (const resource of ['memory', 'cpu'] as const) {
    const [requested, capacity] = [wanted.get(resource) ?? 0n, allocatable.get(resource)];
    if (capacity === undefined || requested <= capacity) continue;
    const message = `Node didn't have enough capacity: ${resource}, requested: ${requested}, capacity: ${capacity}`;
    return { reason: 'Infeasible', message };
  }
  for (const resource of RESIZABLE) {
    const [requested, capacity] = [wanted.get(resource) ?? 0n, allocatable.get(resource)];
    const used = admitted.usedAmount(resource) - (own.get(resource) ?? 0n);
    if (capacity === undefined || used + requested <= capacity) continue;
    const amounts = `${resource}, requested: ${requested}, used: ${used}, capacity: ${capacity}`;
    return { reason: 'Deferred', message: `Node didn't have enough resource: ${amounts}` };
  }
  return undefined;
}

/** Applies a decision: stores the allocated resources in memory, and reports it in the status. */
export function applyDecision({ pod, status, memory }: ResizedPod, decision: ResizeDecision, nowMs: number): PodStatus {
  if (decision.kind === 'wait') {
    const { reason, message } = decision;
    return withCondition(status, pod, { type: ResizeCondition.Pending, reason, message }, nowMs);
  }
  memory.allocated = Object.fromEntries(resizableContainers(pod).map(({ name, resources }) => [name, resources ?? {}]));
  const sized = withAllocations(withoutCondition(status, ResizeCondition.Pending), memory.allocated, () => false);
  return withProgress({ pod, status: sized, memory }, nowMs);
}

/** Returns whether containers run with other resources than they are allocated, and are not being restarted for that. */
export function isActuationDue({ pod, status, memory }: ResizedPod): boolean {
  return resizableContainers(pod).some(
    ({ name }) => lags(status, memory, name) && !memory.containers.get(name)?.mustStop,
  );
}

/**
 * Gives running containers what they are allocated, in place; those whose policy wants a restart are stopped, and get it
 * when they run again. Returns the status and the names of those that are stopped.
 */
export function actuate({ pod, status, memory }: ResizedPod, nowMs: number): [PodStatus, readonly string[]] {
  const stopped = resizableContainers(pod)
    .filter((each) => lags(status, memory, each.name) && needsRestart(each, lagOf(status, memory, each.name)))
    .map(({ name }) => name);
  for (const name of stopped) containerMemory(memory, name).mustStop = true;
  const isActuated = (name: string): boolean => lags(status, memory, name) && !stopped.includes(name);
  const kept = (name: string): boolean => isActuated(name) || !lags(status, memory, name);
  const sized = withAllocations(status, memory.allocated!, kept);
  return [withProgress({ pod, status: sized, memory }, nowMs), stopped];
}

/** Returns the status of a pod of which a container was started: it runs with what it is allocated. */
export function withStarted(subject: ResizedPod, container: string, nowMs: number): PodStatus {
  const { status, memory } = subject;
  if (!memory.allocated) return status;
  const isActuated = (name: string): boolean => name === container || !lags(status, memory, name);
  return withProgress({ ...subject, status: withAllocations(status, memory.allocated, isActuated) }, nowMs);
}

function lagOf(status: PodStatus, { allocated }: PodMemory, name: string): string[] {
  return changedResources(statusOf(status, name)?.resources, allocated?.[name]);
}

function lags(status: PodStatus, memory: PodMemory, name: string): boolean {
  const own = statusOf(status, name);
  return own?.state?.running !== undefined && own.resources !== undefined && lagOf(status, memory, name).length > 0;
}

/** The condition PodResizeInProgress, as long as a running container lacks what it is allocated. */
function withProgress({ pod, status, memory }: ResizedPod, nowMs: number): PodStatus {
  const isLagging = resizableContainers(pod).some(({ name }) => lags(status, memory, name));
  if (!isLagging) return withoutCondition(status, ResizeCondition.InProgress);
  return withCondition(status, pod, { type: ResizeCondition.InProgress }, nowMs);
}

function withCondition(
  status: PodStatus,
  { metadata }: Pod,
  condition: Pick<PodCondition, 'type' | 'reason' | 'message'>,
  nowMs: number,
): PodStatus {
  const known = conditionOf(status, condition.type);
  const lastTransitionTime = known?.lastTransitionTime ?? formatTime(nowMs);
  const { generation } = metadata;
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  const next = { ...condition, status: 'True', lastTransitionTime, ...observed } as PodCondition;
  return { ...status, conditions: [...withoutCondition(status, condition.type).conditions!, next] };
}

function withoutCondition(status: PodStatus, type: string): PodStatus {
  return { ...status, conditions: (status.conditions ?? []).filter((each) => each.type !== type) };
}

function conditionOf({ conditions = [] }: PodStatus, type: string): PodCondition | undefined {
  return conditions.find((each) => each.type === type);
}
