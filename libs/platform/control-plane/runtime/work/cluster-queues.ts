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
import { shardOf, type Shards } from '../process/sharding';

/** A job without the name of its cluster, which the queues of a cluster add. */
export type ClusterWork<Q extends QueueName> = Omit<QueueJobs[Q], 'cluster'>;

/** The cluster whose queues they are. */
interface QueuesCluster {
  readonly id: string;
  readonly activity: Activity;
  /** True if its components write in rounds, alone or together with those of other processes, and where this one is. */
  readonly rounds: { readonly areOn: boolean; readonly areShared: boolean; readonly place: JobPlace };
}

interface QueuesOfProcess {
  readonly bus: Bus;
  readonly shards: Shards;
  /** True if no other process works on the cluster. */
  readonly isAlone: boolean;
}

/**
 * Queues whose jobs are in the log as well, and so are found there again. Their jobs need no queue in a process that
 * does everything: it would add five statements of the database between a new pod and the decision on it.
 */
const DERIVED_FROM_LOG: ReadonlySet<QueueName> = new Set<QueueName>(['scheduling', 'kubelet', 'reconcile']);

/** Retry interval of a job that neither its consumer nor its queue could take. */
const RETRY_MS = 250;

/** The queues as one cluster uses them: jobs go to the shards that have its work. */
export class ClusterQueues {
  private readonly bus: Bus;
  private readonly cluster: string;
  private readonly activity: Activity;
  private readonly rounds: QueuesCluster['rounds'];
  private readonly shards: Shards;
  private readonly isAlone: boolean;
  /** The last job that was handed over, or sent, to each shard of a queue. */
  private readonly last = new Map<string, Promise<void>>();
  private placed = 0;
  private isStopped = false;

  constructor(cluster: QueuesCluster, { bus, shards, isAlone }: QueuesOfProcess) {
    const { activity, id, rounds } = cluster;
    this.bus = bus;
    this.shards = shards;
    this.isAlone = isAlone;
    this.cluster = id;
    this.activity = activity;
    this.rounds = rounds;
  }

  /**
   * Sends a job to the owner of the cluster's work on a queue; resolves when the queue has it, or at once if it is handed over
   * within the process (see {@link handled}).
   */
  send<Q extends QueueName>(queue: Q, work: ClusterWork<Q>): Promise<void> {
    return this.sendTo(queue, shardOf(this.cluster, this.shards[queue]), work);
  }

  /** Sends a job to one shard of a queue whose work is split within clusters. */
  sendTo<Q extends QueueName>(queue: Q, shard: number, work: ClusterWork<Q>): Promise<void> {
    const job = jobOf(this.cluster, work);
    if (this.isHandedOver(queue)) {
      this.handOver(queue, shard, job);
      return Promise.resolve();
    }
    const { areShared, place } = this.rounds;
    if (areShared && !SHORT_WAY.has(queue)) {
      return this.activity.outside(() => this.sendNext(queue, shard, { ...job, place }));
    }
    return this.activity.outside(() => this.bus.send(queue, shard, job));
  }

  /**
   * Returns whether jobs of a queue go to their consumer in this process. In rounds a server of queues would only deliver them at times
   * of its own.
   */
  private isHandedOver(queue: QueueName): boolean {
    if (SHORT_WAY.has(queue)) return false;
    const { areOn, areShared } = this.rounds;
    return areOn ? !areShared : this.isAlone && DERIVED_FROM_LOG.has(queue);
  }

  /**
   * Resolves when all jobs handed over within the process so far were handled, or queued: with false if the process
   * ended first.
   */
  async handled(): Promise<boolean> {
    await Promise.all(this.last.values());
    return !this.isStopped;
  }

  /** Stops the retries of jobs that could neither be handled nor queued. */
  stop(): void {
    this.isStopped = true;
  }

  /** Sends a job; the jobs of a shard arrive in the order in which they were sent. */
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
   * Hands over one job after the other for each shard, as its queue would deliver them. Jobs that are lost with the
   * process are sent once more by the router of the next one, or found in the state as when a queue loses everything.
   */
  private handOver<Q extends QueueName>(queue: Q, shard: number, job: QueueJobs[Q]): void {
    const name = `${queue}.${shard}`;
    const before = this.last.get(name);
    const handled = this.activity.track(async () => {
      await before;
      while (!(await this.isTaken(queue, shard, job)) && !this.isStopped) {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    });
    this.keep(name, handled);
  }

  /** Gives a job to its consumer or, if that cannot handle it now, its queue; false if the queue cannot be reached either. */
  private isTaken<Q extends QueueName>(queue: Q, shard: number, job: QueueJobs[Q]): Promise<boolean> {
    return this.bus.handOver(queue, shard, job).then(
      () => true,
      () => false,
    );
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

  /** Returns whether the queues still have everything that was sent since {@link remember} was called. */
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
