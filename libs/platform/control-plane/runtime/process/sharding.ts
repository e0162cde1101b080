import type { QueueName } from '@orrery/bus';

/** Into how many units each queue's work is split; every process of a control plane must have the same numbers. */
export type Shards = Readonly<Record<QueueName, number>>;

/** Into how many shards work is split that has clusters, and that of kubelets. */
export interface ShardCounts {
  readonly clusterShards: number;
  readonly kubeletShards: number;
}

/** The shards of a control plane that is one process. */
export const SOLO_SHARDS: Shards = {
  scheduling: 1,
  kubelet: 1,
  heartbeats: 1,
  evictions: 1,
  descheduling: 1,
  reconcile: 1,
};

/** Returns how many shards each queue has in a control plane of separate processes. */
export function shardsOf({ clusterShards, kubeletShards }: ShardCounts): Shards {
  return {
    scheduling: clusterShards,
    kubelet: kubeletShards,
    heartbeats: clusterShards,
    evictions: clusterShards,
    descheduling: clusterShards,
    reconcile: clusterShards,
  };
}

/** The shard of a key among `shards`: FNV-1a, so that every process computes the same. */
export function shardOf(key: string, shards: number): number {
  if (shards <= 1) return 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % shards;
}
