import { isTerminalPhase, type Pod, type PodStatus } from '@orrery/api-types';
import type { PodRef } from '../shard/kubelet-actions';
import { allocationsOf, isAllocatedOtherwise } from '../resizing/allocations';
import { deletionBeganAtMs } from './pod-life';
import type { PodSubject } from './pod-subject';
import type { Transition } from './transition';
import { newPodMemory, type PodMemory } from './pod-memory';
import { newStageMemory, type StageMemory } from '../stages/driving-stages';

/** A pod as its simulated kubelet has it. */
export interface HostedPod {
  /** Reference to the pod in the records about it. */
  readonly ref: PodRef;
  pod: Pod;
  status: PodStatus;
  /** Status that the API shows in place of the real one, once the pod was killed in a way that hides its containers. */
  shown?: PodStatus;
  /** Its end is written only when nothing of it runs any more. */
  isEndHeldBack?: boolean;
  readonly memory: PodMemory;
  readonly matchedSince: PodSubject['matchedSince'];
  /** Memory of the stages from stage files. */
  readonly stageMemory: StageMemory;
  /** True if admission has been passed, or is not needed any more. */
  isAdmitted: boolean;
  /** It comes from the node itself; in the API there is at most a mirror of it. */
  isStatic?: true;
  /** The reason why the kubelet refused it, and when that is shown. */
  refusal?: PodRefusal;
  /** Pods that have to end before this one is admitted. */
  pushesOut?: readonly string[];
  isWriteDue: boolean;
  /** Annotations that its next write is to have. */
  annotations?: Readonly<Record<string, string>>;
  /** A write of ours is under way: an update fed now may be older than it. */
  isWriteUnseen: boolean;
  isDeleted: boolean;
  /** True if its resources and address are free again. */
  isReleased: boolean;
  /** Others wrote conditions, which may count for readiness. */
  hasForeignUpdates: boolean;
  /** Time of the pod's next work, or of the last work that was taken up. */
  dueMs?: number | undefined;
  /** The reason why it sleeps, until something else wakes it. */
  asleep?: Sleep | undefined;
}

/** A pod that may not live on its node, before its status says so. */
export interface PodRefusal {
  readonly reason: string;
  readonly message: string;
  readonly shownAtMs: number;
}

/** The next stage of a pod, and the part of its context that decided it. */
export interface Sleep {
  readonly next: Transition;
  readonly status: PodStatus;
  readonly contextVersion: number;
}

export function newHostedPod(pod: Pod): HostedPod {
  const memory = newPodMemory();
  memory.deletionSeenAtMs = deletionBeganAtMs(pod);
  if (pod.status && isAllocatedOtherwise(pod, pod.status)) memory.allocated = allocationsOf(pod, pod.status);
  return {
    ref: podRef(pod),
    pod,
    status: pod.status ?? {},
    memory,
    matchedSince: new Map(),
    stageMemory: newStageMemory(),
    isAdmitted: false,
    isWriteDue: false,
    isWriteUnseen: false,
    isDeleted: false,
    isReleased: false,
    hasForeignUpdates: false,
    asleep: undefined,
  };
}

/** Lets all stages come again that wait for a change or for a time: there are other stages. */
export function forgetPauses({ stageMemory, matchedSince }: HostedPod): void {
  delete stageMemory.isIdle;
  for (const since of matchedSince.values()) delete since.retryAtMs;
}

export function podRef({ metadata, spec }: Pod): PodRef {
  return { namespace: metadata.namespace ?? '', name: metadata.name, uid: metadata.uid, nodeName: spec.nodeName! };
}

export function isAnythingRunning({
  initContainerStatuses = [],
  containerStatuses = [],
  ephemeralContainerStatuses = [],
}: PodStatus): boolean {
  return [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses].some(
    ({ state }) => state?.running !== undefined,
  );
}

export function isOver({ status, isDeleted }: HostedPod): boolean {
  if (isDeleted) return true;
  return isTerminalPhase(status.phase) && !status.containerStatuses?.some(({ state }) => state?.running);
}
