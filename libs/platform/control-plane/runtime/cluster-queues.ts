import type { Bus, JobInterval, QueueJobs, QueueName, Repetition } from '@orrery/bus';
import { shardOf, type Shards } from './sharding';

/** A job without the name of its cluster, which the queues of a cluster add. */
export type ClusterWork<Q extends QueueName> = Omit<QueueJobs[Q], 'cluster'>;

/** The queues as one cluster uses them: jobs go to the shards that have its work. */
export class ClusterQueues {
  constructor(
    private readonly bus: Bus,
    private readonly cluster: string,
    private readonly shards: Shards,
  ) {}

  /** Sends a job to the owner of the cluster's work on a queue; resolves when the queue has it. */
  send<Q extends QueueName>(queue: Q, work: ClusterWork<Q>): Promise<void> {
    return this.sendTo(queue, shardOf(this.cluster, this.shards[queue]), work);
  }

  /** Sends a job to one shard of a queue whose work is split within clusters. */
  sendTo<Q extends QueueName>(queue: Q, shard: number, work: ClusterWork<Q>): Promise<void> {
    return this.bus.send(queue, shard, jobOf(this.cluster, work));
  }

  /** The shard of the kubelets that has a node. */
  shardOfNode(node: string): number {
    return shardOf(node, this.shards.kubelet);
  }

  /** Starts a repetition with this interval, or changes the interval of the one there is. */
  async repeat<Q extends QueueName>(queue: Q, interval: JobInterval, work: ClusterWork<Q>): Promise<void> {
    const repetition = repetitionOf(queue, this.cluster, this.shards);
    await this.bus.repetitions.ensure(repetition, interval, jobOf(this.cluster, work));
  }

  /** Ends the repetition of a queue; a job of it that is being handled is finished. */
  async stopRepeating(queue: QueueName): Promise<void> {
    await this.bus.repetitions.remove(repetitionOf(queue, this.cluster, this.shards));
  }

  /** Whether the queues still have everything that was sent since {@link remember} was called. */
  remembers(): Promise<boolean> {
    return this.bus.remembers(this.cluster);
  }

  /** Notes that all work up to now is on the queues. */
  remember(): Promise<void> {
    return this.bus.remember(this.cluster);
  }

  /** Jobs of the cluster that this process sent and finished. */
  counts(): { readonly sent: number; readonly handled: number } {
    return this.bus.counts.read(this.cluster);
  }
}

/** The repetition of a cluster on a queue: there is one at most. */
export function repetitionOf<Q extends QueueName>(queue: Q, cluster: string, shards: Shards): Repetition<Q> {
  return { queue, shard: shardOf(cluster, shards[queue]), id: cluster };
}

/** TypeScript does not see that a job is its work and the name of the cluster. */
function jobOf<Q extends QueueName>(cluster: string, work: ClusterWork<Q>): QueueJobs[Q] {
  return { cluster, ...work } as QueueJobs[Q];
}
