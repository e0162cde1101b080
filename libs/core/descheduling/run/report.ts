import type { EvictionOutcome } from './eviction-outcome';

/** Decisions of a strategy about a pod that it had a reason to evict. */
export const DecisionVerdict = {
  Evicted: 'evicted',
  /** A rule of the evictor keeps the pod: it was not even tried. */
  Protected: 'protected',
  /** The eviction subresource refused, mostly because of a budget. */
  Refused: 'refused',
  /** A limit of the policy was reached. */
  Limited: 'limited',
} as const;
export type DecisionVerdict = (typeof DecisionVerdict)[keyof typeof DecisionVerdict];

/** Decision about a pod that a strategy had a reason to evict. */
export interface PodDecision {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly node: string;
  readonly profile: string;
  readonly strategy: string;
  readonly verdict: DecisionVerdict;
  /** The reason why the strategy wants the pod to go. */
  readonly reason: string;
  /** The reason why it stays; absent for an evicted pod. */
  readonly obstacle?: string;
  /** Code of the API's answer where it refused. */
  readonly code?: number;
  readonly limit?: EvictionOutcome;
}

/** Classes into which a utilisation strategy sorted the nodes, before its evictions. Names in order. */
export interface NodeClasses {
  readonly strategy: string;
  readonly profile: string;
  readonly underutilized: readonly string[];
  /** LowNodeUtilization: nodes that give pods away. */
  readonly overutilized?: readonly string[];
  /** LowNodeUtilization: neither. */
  readonly appropriate?: readonly string[];
  /** HighNodeUtilization: nodes that take pods. */
  readonly destinations?: readonly string[];
  /** HighNodeUtilization: cordoned and no source. */
  readonly neither?: readonly string[];
}

/** Report of one cycle. */
export interface DeschedulingReport {
  readonly decisions: readonly PodDecision[];
  readonly nodeClasses: readonly NodeClasses[];
  /** The nodes of the cycle by name. */
  readonly readyNodes: readonly string[];
  readonly evicted: number;
  readonly refused: number;
  /** Remarks for people: why nothing happened, which plugin failed, what the policy holds that has no effect. */
  readonly notes: readonly string[];
}
