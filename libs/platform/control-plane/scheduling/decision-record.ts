import type { AttemptTrace, Preemption } from '@orrery/scheduling';

/** Outcomes of an attempt to place a pod. */
export const DecisionOutcome = {
  /** The pod has its node. */
  Bound: 'bound',
  /** Pods of lower priority are being displaced on a node that is promised to the pod. */
  Nominated: 'nominated',
  /** No node is feasible. */
  Unschedulable: 'unschedulable',
  /** The attempt failed with an error. */
  Error: 'error',
} as const;
export type DecisionOutcome = (typeof DecisionOutcome)[keyof typeof DecisionOutcome];

/** Room that was made for a pod, by name. */
export interface RecordedPreemption {
  readonly nodeName: string;
  readonly violations: number;
  /** Victims in the order of their deletion. */
  readonly victims: readonly { readonly namespace: string; readonly name: string; readonly priority: number }[];
  readonly outranked: Preemption['outranked'];
}

/** An attempt of a scheduler to place a pod, as the history keeps it. */
export interface DecisionRecord extends Omit<AttemptTrace, 'nodeName'> {
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
  /** The configured scheduler; {@link AttemptTrace.profile} is the `schedulerName` of the pod. */
  readonly scheduler: string;
  /** Revision of the cluster's state that was decided on. */
  readonly revision: number;
  readonly outcome: DecisionOutcome;
  readonly namespace: string;
  readonly pod: string;
  /** The node it was bound to, promised, or meant for when something broke; null if there is none. */
  readonly node: string | null;
  /** The text of the event. */
  readonly message: string;
  readonly preemption?: RecordedPreemption;
}
