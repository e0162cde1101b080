import type { Pod } from '@orrery/api-types';
import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { QueuedPod } from '../queue/queued-pod';
import type { BindRequest } from './bind-request';
import type { ClusterEvent, EventResource, QueueingHint } from './cluster-event';
import type { CycleState } from './cycle-state';
import type { Diagnosis } from './diagnosis';
import type { SchedulingEffect } from './scheduling-effect';
import type { Status } from './status';

/**
 * A plugin implements any number of extension points; which are used is the profile's choice. One instance serves one
 * profile of one cluster. Plugins keep no state of a cycle in themselves: that belongs into the CycleState, under keys
 * that begin with the plugin's name.
 */
export interface Plugin {
  readonly name: string;
}

/** Runs before every entry into the active queue. Anything but success keeps the pod out, gated, until it changes. */
export interface PreEnqueuePlugin extends Plugin {
  preEnqueue(pod: Pod): Status;
  /** Keys (`objectKey`) of the objects whose changes may let in a pod that was kept out. Absent: only the pod's own. */
  waitsFor?(pod: Pod): readonly string[];
}

/** Orders the active queue. All profiles of a scheduler share one. */
export interface QueueSortPlugin extends Plugin {
  /** Negative: `a` first; 0: arrival order. Must not depend on anything that changes while a pod is queued. */
  compare(a: QueuedPod, b: QueuedPod): number;
}

/** Answer of PreFilter: a verdict, and with success optionally the names of the only candidates. */
export interface PreFilterAnswer {
  readonly status: Status;
  readonly nodeNames?: ReadonlySet<string>;
}

/** Runs once a cycle, in order. */
export interface PreFilterPlugin extends Plugin {
  /**
   * Skip leaves this plugin's Filter, addPod and removePod out of the cycle. If the cluster's generation has no
   * skipping, the answer counts as success, so the state that Filter reads must have been written in any case.
   */
  preFilter(state: CycleState, pod: PodInfo): PreFilterAnswer;
  /** A simulation put `added` on `node` (already counted there): bring the state up to date. */
  addPod?(state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo): Status;
  /** A simulation took `removed` from `node` (already gone from it). */
  removePod?(state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo): Status;
}

/** Scope that a filter or score may read; the framework remembers answers accordingly. */
export const RuleScope = {
  /** Scope of the pod's shape (see PodShape) and the one node info. */
  Node: 'node',
  /** Anything. */
  Cluster: 'cluster',
} as const;
export type RuleScope = (typeof RuleScope)[keyof typeof RuleScope];

/** Function that returns a filter's status for a node. */
export type NodeFilter = (node: NodeInfo) => Status;

/** Runs for each node, in configured order, until one plugin does not succeed. */
export interface FilterPlugin extends Plugin {
  readonly filterScope: RuleScope;
  /** PreFilter ran before and did not fail. The node exists; it may be a simulated copy. */
  filter(state: CycleState, pod: PodInfo, node: NodeInfo): Status;
  /**
   * The same for the nodes of one search: looks up once what is the same for all of them. Good until the next change of
   * the state, the cluster or the nodes.
   */
  nodeFilter?(state: CycleState, pod: PodInfo): NodeFilter;
  /**
   * States that in this cycle, as with a scope of one node, the status of a node depends on the pod's shape, that node
   * and the returned object alone: it is the same object in later cycles only if all that it represents is the same.
   * Undefined: other nodes matter.
   */
  nodeScopeKey?(state: CycleState): object | undefined;
  /** The amounts behind a refusal, for explanations. */
  explain?(pod: PodInfo, node: NodeInfo): Readonly<Record<string, unknown>>;
}

/** Result of PostFilter for a pod without a feasible node. */
export interface PostFilterAnswer {
  /** Success: made the pod schedulable soon (for example by preemption). Unschedulable: could not help. */
  readonly status: Status;
  /** The pod's nomination from now on; `keep` leaves what it has. */
  readonly nomination: { readonly mode: 'set'; readonly nodeName: string } | { readonly mode: 'clear' | 'keep' };
  /** Writes for the shell to do, in order. */
  readonly effects: readonly SchedulingEffect[];
  /** Preemption behind a success, for the record. */
  readonly preemption?: Preemption;
}

/** Room made on a node, for the record. */
export interface Preemption {
  readonly nodeName: string;
  /** Victims in the order of their deletion. */
  readonly victims: readonly Pod[];
  /** The number of victims that a disruption budget protects. */
  readonly violations: number;
  /** Other sufficient nodes, 10 at most, with the rule by which they were worse; undefined: they were just as good. */
  readonly outranked: readonly {
    readonly nodeName: string;
    readonly victimCount: number;
    readonly outrankedBy: string | undefined;
  }[];
}

/** The cycle a PostFilter works in. */
export interface CycleContext {
  readonly state: CycleState;
  readonly pod: PodInfo;
  /** Number of this attempt, from 1: part of the key of every random choice. */
  readonly attempt: number;
}

/** Runs when no node is feasible, in order, until one succeeds or breaks. */
export interface PostFilterPlugin extends Plugin {
  postFilter(context: CycleContext, diagnosis: Diagnosis): PostFilterAnswer;
  /** Returns the result and the reasons that `postFilter` would produce, with every potential node tried; for explanations. */
  forecast?(context: CycleContext, diagnosis: Diagnosis): PreemptionForecast;
}

/** A node on which removing pods would make room. */
export interface ForecastCandidate {
  readonly nodeName: string;
  /** Victims in the order of their deletion. */
  readonly victims: readonly Pod[];
  /** The number of victims that a disruption budget protects. */
  readonly violations: number;
  /** The reason why another candidate is preferred to it; undefined for the chosen one and for those just as good. */
  readonly outrankedBy: string | undefined;
}

/** Forecast of preemption for a pod without a feasible node. */
export interface PreemptionForecast {
  /** The reason why the pod may not preempt at all; undefined if it may. */
  readonly ineligible: string | undefined;
  readonly candidates: readonly ForecastCandidate[];
  /** The reason why preemption does not help on the other nodes on which it might have. */
  readonly refusals: ReadonlyMap<string, Status>;
  /** The node that would be promised to the pod; undefined if preemption does not help. */
  readonly chosen: string | undefined;
  /** Addition to the message of the failed attempt; empty after success. */
  readonly message: string;
  /** The reason why the search for pods to displace broke off. */
  readonly error?: string;
}

/** Runs once a cycle before scoring. Skip leaves the plugin's Score out, contributing 0 (see PreFilter for generations). */
export interface PreScorePlugin extends Plugin {
  preScore(state: CycleState, pod: PodInfo, nodes: readonly NodeInfo[]): Status;
}

/** Gives each feasible node an integer. */
export interface ScorePlugin extends Plugin {
  readonly scoreScope: RuleScope;
  /** Returns the score of a node. Without normalizeScore the result must lie in 0..S. A status is an error that ends the cycle. */
  score(state: CycleState, pod: PodInfo, node: NodeInfo): number | Status;
  /**
   * Scores all nodes in one call, for plugins that would look up the same things for each: fills `scores`, which is 0
   * throughout, with what `score` would answer. Only for plugins of cluster scope.
   */
  scoreAll?(state: CycleState, pod: PodInfo, nodes: readonly NodeInfo[], scores: Float64Array): void;
  /** Brings the raw scores, in the order of `nodes`, into 0..S, in place. */
  normalizeScore?(state: CycleState, pod: PodInfo, scores: Float64Array, nodes: readonly NodeInfo[]): void;
}

/** Runs after the pod was assumed on its node. */
export interface ReservePlugin extends Plugin {
  reserve(state: CycleState, pod: PodInfo, nodeName: string): Status;
  /**
   * Undoes a reservation. Called on every reserve plugin in reverse order after any later failure, also where reserve
   * never ran: idempotent. Returns the effects to write, if any.
   */
  unreserve(state: CycleState, pod: PodInfo, nodeName: string): readonly SchedulingEffect[] | void;
}

/** Answer of Permit; the timeout counts only with Wait. */
export interface PermitAnswer {
  readonly status: Status;
  readonly timeoutMs?: number;
}

/** Plugin that decides last before binding: continue, reject, or wait until allowed from elsewhere. */
export interface PermitPlugin extends Plugin {
  permit(state: CycleState, pod: PodInfo, nodeName: string): PermitAnswer;
}

/** Work that PreBind started and the cluster finishes; the pod waits for it without blocking its batch. */
export interface PreBindWait {
  readonly kind: 'PreBindWait';
  /** Writes that set it going, for the shell; it reports how they ended. */
  readonly effects: readonly SchedulingEffect[];
  /** Cluster time in milliseconds at which waiting ends with {@link timedOut}. */
  readonly deadlineMs: number;
  readonly timedOut: Status;
  /** Keys (`objectKey`) of the objects whose changes may end it. */
  readonly watched: readonly string[];
  /** Called after each change of a watched object: the result, or undefined to keep waiting. */
  check(): Status | undefined;
  /** Called when the shell has reported how the writes ended, also if the wait is over by then. */
  reported?(): void;
}

/** Runs before Bind, in order. A promise or a wait does not block other pods. */
export interface PreBindPlugin extends Plugin {
  preBind(state: CycleState, pod: PodInfo, nodeName: string): Status | Promise<Status> | PreBindWait;
}

/** Called in order until one does not Skip. A write is made by the shell together with others. */
export interface BindPlugin extends Plugin {
  bind(state: CycleState, pod: PodInfo, nodeName: string): Status | BindRequest;
}

/** Called after a pod was bound. */
export interface PostBindPlugin extends Plugin {
  postBind(state: CycleState, pod: PodInfo, nodeName: string): void;
}

/** Kind of change that a plugin registers because it may undo the plugin's rejection. */
export interface EventRegistration {
  readonly resource: EventResource;
  /** Bits of ActionType. */
  readonly actions: number;
  /** Returns whether this very event may make the pod schedulable. Absent: always. */
  readonly hint?: (pod: PodInfo, event: ClusterEvent) => QueueingHint;
}

/** A plugin that rejects pods names the events that may change its mind. Without it every event counts. */
export interface EnqueueExtensions extends Plugin {
  eventsToRegister(): readonly EventRegistration[];
}

/** All extension points; the framework checks which of them a plugin implements. */
export type AnyPlugin = Plugin &
  Partial<
    PreEnqueuePlugin &
      QueueSortPlugin &
      PreFilterPlugin &
      FilterPlugin &
      PostFilterPlugin &
      PreScorePlugin &
      ScorePlugin &
      ReservePlugin &
      PermitPlugin &
      PreBindPlugin &
      BindPlugin &
      PostBindPlugin &
      EnqueueExtensions
  >;
