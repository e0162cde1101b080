import type { PodCondition } from '@orrery/api-types';
import type { TimerPhase } from '@orrery/time';
import type { JobsOptions } from 'bullmq';

/** A job that keeps failing is tried this often, with delays of 50 ms doubling: more than half an hour in all. */
export const ATTEMPTS = 16;
const FIRST_RETRY_MS = 50;
/** Failed jobs kept for the administrator. */
export const KEEP_FAILED = 500;

/** Returns the queue options of every job. */
export function jobOptions(): Pick<JobsOptions, 'attempts' | 'backoff' | 'removeOnComplete' | 'removeOnFail'> {
  return {
    attempts: ATTEMPTS,
    backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
    removeOnComplete: true,
    removeOnFail: { count: KEEP_FAILED },
  };
}

/**
 * Jobs on the queues. Jobs carry batches of keys, never state: the consumer reads what is true now from its cache,
 * which it first lets catch up with `revision`. Delivery is at least once.
 */
export interface QueueJobs {
  /** Pods that wait for a node. */
  scheduling: PodsJob;
  /** Pods of the shard's nodes that were bound, changed or deleted, and nodes that came, changed or went. */
  kubelet: PodsJob & { readonly nodes: readonly string[] };
  /** Nodes whose Leases were renewed at `atMs` (cluster time in ms since the Unix epoch). */
  heartbeats: ClusterJob & { readonly atMs: number; readonly nodes: readonly string[] };
  /** Pods to delete because a taint they do not tolerate, or no longer tolerate, is on their node. */
  evictions: ClusterJob & { readonly evictions: readonly EvictionOrder[] };
  /**
   * A cycle of the descheduler that the cluster's schedule has due at `atMs` (cluster time). Without an instant it comes
   * from the job scheduler of the cluster, and what is due now is meant.
   */
  descheduling: ClusterJob & { readonly atMs?: number };
  /** Keys (`namespace/name` or `name`) for one controller of the controller manager. */
  reconcile: ClusterJob & { readonly revision: number; readonly controller: string; readonly keys: readonly string[] };
}

export type QueueName = keyof QueueJobs;

/** Every queue, for inspection. */
export const QUEUE_NAMES: readonly QueueName[] = [
  'scheduling',
  'kubelet',
  'heartbeats',
  'evictions',
  'descheduling',
  'reconcile',
];

/**
 * Queues whose jobs go straight to a consumer in the same process, if there is one: their content is in a table as
 * well, so nothing is lost with the process, and they are so frequent that queuing them would cost more than all their
 * work.
 */
export const SHORT_WAY: ReadonlySet<QueueName> = new Set<QueueName>(['heartbeats']);

export interface ClusterJob {
  readonly cluster: string;
  /** Position of the sender, in a cluster that several processes write to in rounds: its consumer begins there, and not before. */
  readonly place?: JobPlace;
}

/** A place in a cluster's log and among the steps of its clock. */
export interface JobPlace {
  readonly revision: number;
  /** Cluster time of the last step, in ms since the Unix epoch; 0 if none was taken. */
  readonly atMs: number;
  readonly phase: TimerPhase;
}

export interface PodsJob extends ClusterJob {
  /** The revision at which the work came up; a consumer whose cache is older waits for it. */
  readonly revision: number;
  /** Keys `namespace/name`. */
  readonly pods: readonly string[];
}

/** Pod to evict; the uid protects a later pod of the same name. */
export interface EvictionOrder {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Cluster time in ms at which the order was due. */
  readonly atMs: number;
  /** Written to the pod's status before the deletion. */
  readonly condition?: PodCondition;
}

/** Result of handling a job. Only the loop runner decides its effect on the queue. */
export type Ending =
  | { readonly kind: 'done' }
  /** Try again with growing delays, as for a database that is away. */
  | { readonly kind: 'retry'; readonly error: unknown }
  /** Trying again cannot help; the job is kept among the failed ones for the administrator. */
  | { readonly kind: 'give-up'; readonly error: unknown };

export const DONE: Ending = { kind: 'done' };
