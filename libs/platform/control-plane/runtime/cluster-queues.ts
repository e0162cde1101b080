import {
  SHORT_WAY,
  type Bus,
  type JobInterval,
  type JobPlace,
  type QueueJobs,
  type QueueName,
  type Repetition,
} from '@orrery/bus';
import type { Activity } from '@orrery/clock';
import { shardOf, type Shards } from './sharding';

/** A job without the name of its cluster, which the queues of a cluster add. */
export type ClusterWork<Q extends QueueName> = Omit<QueueJobs[Q], 'cluster'>;

/** The cluster whose queues they are. */
interface QueuesCluster {
  readonly id: string;
  readonly activity: Activity;
  /** Whether its components write in rounds, alone or together with those of other processes, and where this one is. */
  readonly rounds: { readonly areOn: boolean; readonly areShared: boolean; readonly place: JobPlace };
}

/** The queues as one cluster uses them: jobs go to the shards that have its work. */
export class ClusterQueues {
  private readonly bus: Bus;
  private readonly cluster: string;
  private readonly activity: Activity;
  private readonly rounds: QueuesCluster['rounds'];
  private readonly shards: Shards;
  /** The last job that was handed over, or sent, to each shard of a queue. */
  private readonly last = new Map<string, Promise<void>>();
  private placed = 0;

  constructor(cluster: QueuesCluster, { bus, shards }: { readonly bus: Bus; readonly shards: Shards }) {
    const { activity, id, rounds } = cluster;
    this.bus = bus;
    this.shards = shards;
    this.cluster = id;
    this.activity = activity;
    this.rounds = rounds;
  }

  /** Sends a job to the owner of the cluster's work on a queue; resolves when the queue has it. */
  send<Q extends QueueName>(queue: Q, work: ClusterWork<Q>): Promise<void> {
    return this.sendTo(queue, shardOf(this.cluster, this.shards[queue]), work);
  }

  /** Sends a job to one shard of a queue whose work is split within clusters. */
  sendTo<Q extends QueueName>(queue: Q, shard: number, work: ClusterWork<Q>): Promise<void> {
    const job = jobOf(this.cluster, work);
    const { areOn, areShared, place } = this.rounds;
    if (SHORT_WAY.has(queue) || !areOn) return this.activity.outside(() => this.bus.send(queue, shard, job));
    if (areShared) return this.activity.outside(() => this.sendNext(queue, shard, { ...job, place }));
    // In one process a server of queues would only deliver them at times of its own.
    this.handOver(queue, shard, job);
    return Promise.resolve();
  }

  /** What is sent to a shard arrives in the order in which it was sent. */
  private async sendNext<Q extends QueueName>(queue: Q, shard: number, job: QueueJobs[Q]): Promise<void> {
    const name = `${queue}.${shard}`;
    const before = this.last.get(name);
    this.placed++;
    const sent = Promise.resolve(before).then(() => this.bus.send(queue, shard, job));
    this.keep(
      name,
      sent.catch(() => void this.placed--),
    );
    return sent;
  }

  private keep(name: string, work: Promise<void>): void {
    this.last.set(name, work);
    void work.finally(() => this.last.get(name) === work && this.last.delete(name));
  }

  /**
   * One job after the other for each shard, as its queue would deliver them. What is lost with the process is found in the state
   * by the next one, as it is when a queue loses everything.
   */
  private handOver<Q extends QueueName>(queue: Q, shard: number, job: QueueJobs[Q]): void {
    const name = `${queue}.${shard}`;
    const before = this.last.get(name);
    const handled = this.activity.track(async () => {
      await before;
      await this.bus.handOver(queue, shard, job).catch(() => undefined);
    });
    this.keep(name, handled);
  }

  /** The shard of the kubelets that has a node. */
  shardOfNode(node: string): number {
    return shardOf(node, this.shards.kubelet);
  }

  /** Starts a repetition with this interval, or changes the interval of the one there is. */
  async repeat<Q extends QueueName>(queue: Q, interval: JobInterval, work: ClusterWork<Q>): Promise<void> {
    const repetition = repetitionOf(queue, this.cluster, this.shards);
    await this.activity.outside(() => this.bus.repetitions.ensure(repetition, interval, jobOf(this.cluster, work)));
  }

  /** Ends the repetition of a queue; a job of it that is being handled is finished. */
  async stopRepeating(queue: QueueName): Promise<void> {
    const repetition = repetitionOf(queue, this.cluster, this.shards);
    await this.activity.outside(() => this.bus.repetitions.remove(repetition));
  }

  /** Whether the queues still have everything that was sent since {@link remember} was called. */
  remembers(): Promise<boolean> {
    return this.activity.outside(() => this.bus.remembers(this.cluster));
  }

  /** Notes that all work up to now is on the queues. */
  remember(): Promise<void> {
    return this.activity.outside(() => this.bus.remember(this.cluster));
  }

  /** Jobs with a place that this process sent. */
  get placedSent(): number {
    return this.placed;
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
