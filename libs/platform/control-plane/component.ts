import type { Delivery, Ending, QueueJobs, QueueName } from '@orrery/bus';
import type { Fence } from '@orrery/store';
import type { ClusterRuntime } from './cluster-runtime';

/** One component's work for one cluster (or for one shard of it), while this process owns it. */
export interface Component<Q extends QueueName = QueueName> {
  /** Builds what it needs from the state of the cluster; afterwards follows the changes. */
  start(): Promise<void>;
  /** Stops at once; whoever owns the work next starts from the state. */
  stop(): Promise<void>;
  /** Does the work of a job; idempotent, because jobs may come twice. */
  handle?(job: QueueJobs[Q], delivery: Delivery): Promise<Ending>;
}

export interface ComponentContext {
  readonly runtime: ClusterRuntime;
  /** Goes with every write, so that a former owner's are refused. */
  readonly fence: Fence;
  readonly shard: number;
  readonly shards: number;
}

/** A kind of component: what a process announces that it can do. */
export interface ComponentKind<Q extends QueueName = QueueName> {
  /** Name of the component and of its units: `scheduler/0`. */
  readonly name: string;
  /** Into how many units the work is split; all processes must agree. */
  readonly shards: number;
  /** Whether a shard is a part of the clusters, or a part of each cluster (as nodes are for kubelets). */
  readonly split: 'clusters' | 'within-clusters';
  /** The queues whose jobs it handles. */
  readonly queues: readonly Q[];
  create(context: ComponentContext): Component<Q>;
}

/** The shard of a key among `shards`: FNV-1a, so that every process computes the same. */
export function shardOf(key: string, shards: number): number {
  if (shards <= 1) return 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % shards;
}
