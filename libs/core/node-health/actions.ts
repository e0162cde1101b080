import type { NodeCondition, Pod, PodCondition } from '@orrery/api-types';
import type { TaintChange } from './tainting/taints';

/** An event to be recorded; the shell adds name, count and times. */
export interface EventRecord {
  readonly regarding: {
    readonly kind: 'Node' | 'Pod' | 'Zone';
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
  };
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly component: string;
}

/** Writes conditions of a node, matched by type; others stay. On conflict: see {@link NodeLifecycleController.retryHealthUpdate}. */
export interface PatchNodeConditions {
  readonly kind: 'patchNodeConditions';
  readonly nodeName: string;
  readonly uid: string;
  /** Version of the node that was examined; the write is valid only for it. */
  readonly resourceVersion: string;
  readonly conditions: readonly NodeCondition[];
}

/** Changes a node's taints in one write. A swap of taints is two of these: watchers see the state between. */
export interface SetNodeTaints extends TaintChange {
  readonly kind: 'setNodeTaints';
  readonly nodeName: string;
  readonly uid: string;
}

/** Sets labels of a node; others stay. */
interface SetNodeLabels {
  readonly kind: 'setNodeLabels';
  readonly nodeName: string;
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Marks every pod on the node not ready, as `podNotReadyMark` defines. */
export interface MarkPodsNotReady {
  readonly kind: 'markPodsNotReady';
  readonly nodeName: string;
}

/** Deletes every pod on the node, as `podEviction` defines. */
export interface EvictPods {
  readonly kind: 'evictPods';
  readonly nodeName: string;
  readonly uid: string;
}

/** Writes one condition of a pod, matched by type. */
export interface PatchPodCondition {
  readonly kind: 'patchPodCondition';
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly condition: PodCondition;
}

export interface RecordEvent {
  readonly kind: 'event';
  readonly event: EventRecord;
}

/** Writes that the node lifecycle controller requests, in order. */
export type NodeLifecycleAction =
  PatchNodeConditions | SetNodeTaints | SetNodeLabels | MarkPodsNotReady | EvictPods | PatchPodCondition | RecordEvent;

/** Deletes a pod with its own grace period and without asking disruption budgets. */
export interface DeletePod {
  readonly kind: 'deletePod';
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Condition to write to the pod's status before the deletion. */
  readonly disruptionTarget?: PodCondition;
}

/** Writes that the taint manager requests, in order. */
export type TaintManagerAction = DeletePod | RecordEvent;

/** An event about a pod. */
export function podEvent(pod: Pod, event: Omit<EventRecord, 'regarding'>): RecordEvent {
  const { name, namespace = '', uid } = pod.metadata;
  return { kind: 'event', event: { regarding: { kind: 'Pod', name, namespace, uid }, ...event } };
}
