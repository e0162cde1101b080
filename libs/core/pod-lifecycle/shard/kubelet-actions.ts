import type { Node, PodStatus } from '@orrery/api-types';
import type { StagePlay } from '../stages/stage-file';
import type { MirrorPod } from '../static-pods/static-pod';

export interface PodRef {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly nodeName: string;
}

/** Replaces a pod's status by the kubelet's; conditions of others are in it already. */
export interface PatchPodStatus extends PodRef {
  readonly status: PodStatus;
  /** Annotations to add, or whose values change, with it. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Adds or removes finalizers of a pod. */
export interface PatchPodFinalizers extends PodRef {
  readonly change: NonNullable<StagePlay['finalizers']>;
}

export interface PatchNodeStatus {
  readonly nodeName: string;
  readonly uid: string;
  readonly status: Node['status'];
}

/** Adds annotations to a node, or changes their values. */
export interface AnnotateNode {
  readonly nodeName: string;
  readonly uid: string;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Creates or renews a node's lease; `buildLease` makes the object. */
export interface RenewLease {
  readonly nodeName: string;
  readonly uid: string;
  readonly renewTimeMs: number;
  readonly leaseDurationSeconds: number;
}

/** An event about a pod, component `kubelet`, source host the node. */
export interface PodEvent extends PodRef {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Time of the event, if it is before the report. */
  readonly atMs?: number;
}

/** An event about a node, component `kubelet`. */
export interface NodeEvent {
  readonly nodeName: string;
  readonly uid: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Time of the event, if it is before the report. */
  readonly atMs?: number;
}

/** Shows a static pod in the API. */
export interface CreateMirror {
  readonly nodeName: string;
  readonly pod: MirrorPod;
}

/** All writes of the nodes of a shard at one instant; write them as one batch, in this order. */
export interface KubeletActions {
  readonly patchPodStatuses: PatchPodStatus[];
  readonly patchPodFinalizers: PatchPodFinalizers[];
  /** With grace period 0 and the uid as precondition. */
  readonly deletePods: PodRef[];
  readonly createMirrors: CreateMirror[];
  readonly patchNodeStatuses: PatchNodeStatus[];
  readonly annotateNodes: AnnotateNode[];
  readonly renewLeases: RenewLease[];
  readonly events: PodEvent[];
  readonly nodeEvents: NodeEvent[];
}

export function noActions(): KubeletActions {
  return {
    patchPodStatuses: [],
    patchPodFinalizers: [],
    deletePods: [],
    createMirrors: [],
    patchNodeStatuses: [],
    annotateNodes: [],
    renewLeases: [],
    events: [],
    nodeEvents: [],
  };
}
