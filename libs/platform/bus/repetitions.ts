import type { Queue } from 'bullmq';
import { jobOptions, type QueueJobs, type QueueName } from './jobs';

/** When a job comes again and again, in real time: the servers of queues know no other. */
export type JobInterval =
  | { readonly everyMs: number; readonly firstMs: number }
  /** Cron expression, in UTC. */
  | { readonly cron: string };

/** A job that comes again and again. */
export interface Repetition<Q extends QueueName = QueueName> {
  readonly queue: Q;
  readonly shard: number;
  /** There is one of a name on a shard of a queue. */
  readonly id: string;
}

/**
 * Job schedulers: they live on the server of the queues and outlive every process. Each has its next job waiting among
 * the delayed ones; a consumer that takes it puts the one after that there.
 */
export class Repetitions {
  constructor(private readonly queueOf: (queue: QueueName, shard: number) => Queue) {}

  /**
   * Sees to it that the job comes in this rhythm and no other. Answers whether there was anything to do: one that is
   * there already is left alone, so that what it has due comes.
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

  /** The job comes no more, apart from one that is at hand. Answers whether there was such a repetition. */
  async remove({ queue, shard, id }: Repetition): Promise<boolean> {
    return this.queueOf(queue, shard).removeJobScheduler(id);
  }

  /** The names of what is repeated on a shard of a queue, by when it is due next. */
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
