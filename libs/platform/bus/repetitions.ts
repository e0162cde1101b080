import type { Queue } from 'bullmq';
import { jobOptions, type QueueJobs, type QueueName } from './jobs';

/** Interval of a repeated job, in real time: queue servers have no other. */
export type JobInterval =
  | { readonly everyMs: number; readonly firstMs: number }
  /** Cron expression, in UTC. */
  | { readonly cron: string };

/** Repeated job. */
export interface Repetition<Q extends QueueName = QueueName> {
  readonly queue: Q;
  readonly shard: number;
  /** Identity of the repetition, unique per shard of a queue. */
  readonly id: string;
}

/**
 * Job schedulers: they live on the server of the queues and outlive every process. Each has its next job waiting among
 * the delayed ones; a consumer that takes it puts the one after that there.
 */
export class Repetitions {
  constructor(private readonly queueOf: (queue: QueueName, shard: number) => Queue) {}

  /**
   * Ensures that the job is repeated at this interval only. Returns true if it changed anything: an existing repetition
   * is left alone, so that its due job arrives.
   */
  async ensure<Q extends QueueName>(
    repetition: Repetition<Q>,
    interval: JobInterval,
    job: QueueJobs[Q],
  ): Promise<boolean> {
    const { queue, shard, id } = repetition;
    const scheduled = this.queueOf(queue, shard);
    const known = await scheduled.getJobScheduler(id);
    if (known && isSame(known, interval)) return false;
    if (known) await scheduled.removeJobScheduler(id);
    const repeat =
      'cron' in interval
        ? { pattern: interval.cron, tz: 'UTC' }
        : { every: interval.everyMs, startDate: new Date(interval.firstMs) };
    await scheduled.upsertJobScheduler(id, repeat, { name: queue, data: job, opts: jobOptions() });
    return true;
  }

  /** Ends a repetition, apart from a job that is already due. Returns true if it existed. */
  async remove({ queue, shard, id }: Repetition): Promise<boolean> {
    return this.queueOf(queue, shard).removeJobScheduler(id);
  }

  /** Returns the names of the repeated jobs on a shard of a queue, by their next due time. */
  async list(queue: QueueName, shard: number): Promise<string[]> {
    const schedulers = await this.queueOf(queue, shard).getJobSchedulers(0, -1, true);
    return schedulers.map(({ key }) => key);
  }
}

interface KnownScheduler {
  readonly every?: number;
  readonly pattern?: string;
  readonly startDate?: number;
  readonly next?: number;
}

/** Intervals are the same when they meet, whichever of their instants was the first. */
function isSame(known: KnownScheduler, interval: JobInterval): boolean {
  if ('cron' in interval) return known.pattern === interval.cron;
  const { every, startDate = 0 } = known;
  return every === interval.everyMs && (startDate - interval.firstMs) % every === 0;
}
