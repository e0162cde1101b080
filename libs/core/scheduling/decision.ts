import type { Pod } from '@orrery/api-types';
import type { BindRequest } from './framework/bind-request';
import type { Preemption } from './framework/plugin';
import type { PodEvent, SchedulingEffect } from './framework/scheduling-effect';
import type { Status } from './framework/status';

/** The condition PodScheduled of a pod that was not placed. */
export interface PodScheduledCondition {
  readonly type: 'PodScheduled';
  readonly status: 'False';
  readonly reason: 'Unschedulable' | 'SchedulerError';
  readonly message: string;
}

/** Changes to a pod's status; absent fields stay. An empty nominatedNodeName clears the field. */
export interface PodStatusPatch {
  readonly condition?: PodScheduledCondition;
  readonly nominatedNodeName?: string;
}

/** Write this binding (with others, in one write), then report to `bindingFinished`. */
export interface BindDecision {
  readonly kind: 'bind';
  readonly pod: Pod;
  readonly uid: string;
  readonly nodeName: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly binding: BindRequest;
}

/** Write these, then report to `preparationFinished`; the binding comes later, when the cluster has done its part. */
export interface PrepareDecision {
  readonly kind: 'prepare';
  readonly pod: Pod;
  readonly uid: string;
  readonly nodeName: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Effects that PreBind plugins request, in order. */
  readonly effects: readonly SchedulingEffect[];
}

/** The pod is on its node as far as the scheduler is concerned. */
export interface BoundDecision {
  readonly kind: 'bound';
  readonly pod: Pod;
  readonly uid: string;
  readonly nodeName: string;
  readonly attempt: number;
  readonly event: PodEvent;
}

/** The attempt failed; the pod is back in the queue. */
export interface FailedDecision {
  readonly kind: 'failed';
  readonly pod: Pod;
  readonly uid: string;
  readonly attempt: number;
  readonly status: Status;
  /** Full text, as the condition has it. */
  readonly message: string;
  /** Undefined if the pod's status shows all of it already. */
  readonly statusPatch: PodStatusPatch | undefined;
  /** Recorded at every attempt; its message is cut to 1024 characters. */
  readonly event: PodEvent;
  /** Effects that PostFilter plugins request, in order. */
  readonly effects: readonly SchedulingEffect[];
  /** Room that was made for the pod, for the record. */
  readonly preemption: Preemption | undefined;
}

/** The pod left the queue without an attempt. */
export interface DroppedDecision {
  readonly kind: 'dropped';
  readonly pod: Pod;
  readonly uid: string;
  readonly event: PodEvent | undefined;
}

/** Outcome of one pod's turn, as data for the shell. */
export type Decision = PrepareDecision | BindDecision | BoundDecision | FailedDecision | DroppedDecision;
