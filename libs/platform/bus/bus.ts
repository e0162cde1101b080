import { Queue, UnrecoverableError, Worker, type Job, type QueueOptions, type WorkerOptions } from 'bullmq';
import { openQueueBackend, type BackendConfig, type QueueBackend } from './backend';
import { ATTEMPTS, jobOptions, KEEP_FAILED, SHORT_WAY, type Ending, type QueueJobs, type QueueName } from './jobs';
import { JobCounts } from './job-counts';
import { Repetitions } from './repetitions';

export interface BusOptions {
  readonly backend: BackendConfig;
  /** Keeps the queues of several control planes on one Redis or Postgres apart. */
  readonly prefix?: string;
  /** Consumers this process will have at most. */
  readonly maxConsumers: number;
  readonly onError: (error: unknown) => void;
}

export interface Consumer {
  /** Finishes the job at hand and takes no more. */
  close(): Promise<void>;
}

/** Delivery of a job. */
export interface Delivery {
  /** The repetition that it is one job of; absent for jobs that were sent explicitly. */
  readonly repetition?: string;
}

export type Handler<Q extends QueueName> = (job: QueueJobs[Q], delivery: Delivery) => Promise<Ending>;

const SENT: Delivery = {};
/** Delayed jobs that are read to distinguish those of repetitions from others. */
const DELAYED_SEEN = 1000;

/** Delay before a worker whose server failed connects again. */
const RECOVER_AFTER_MS = 500;
/** Interval at which a closing worker checks that its server still responds. */
const CONNECTION_CHECK_MS = 200;
/** A job whose worker died is given to another after this long. */
const STALLED_AFTER_MS = 5000;
/** Interval of the check for stalled jobs where no worker has died. */
const STALLED_CHECK_MS = 30_000;
/** Maximum wait of an idle worker in seconds: the next job wakes it, and it polls at this interval in case it was not woken. */
const LOOK_AFTER_SECONDS = 30;

/**
 * Typed queues over BullMQ. Every queue is split into shards (`kubelet.3`), each with one consumer at a time.
 * The bus counts the jobs of each cluster that this process sent and finished: a manual clock needs to know.
 */
export class Bus {
  readonly counts = new JobCounts();
  /** Repeated jobs. */
  readonly repetitions = new Repetitions((queue, shard) => this.queue(this.physicalName(queue, shard)));
  /**
   * True if other workers, or those of a previous run, may die with jobs or have died; consumers that begin afterwards
   * look for their jobs.
   */
  mayHaveStalledJobs = true;
  private readonly queues = new Map<string, Queue>();
  private readonly outbox = new Map<string, { jobs: { name: string; data: unknown }[]; sent: Promise<void> }>();
  private readonly consumers = new Set<Consumer>();
  /** The handlers of this process's consumers, by queue. */
  private readonly handlers = new Map<string, (job: never, delivery: Delivery) => Promise<Ending>>();

  private constructor(
    private readonly options: BusOptions,
    private readonly backend: QueueBackend,
  ) {}

  static async open(options: BusOptions): Promise<Bus> {
    return new Bus(options, await openQueueBackend(options.backend, options.maxConsumers));
  }

  get roundTrips(): number {
    return this.backend.roundTrips();
  }

  /**
   * Puts a job on a queue; resolves when the backend has it. Jobs sent in the same turn share the round trip. A job of
   * {@link SHORT_WAY} is done when this resolves, if its consumer is in this process.
   */
  async send<Q extends QueueName>(queue: Q, shard: number, job: QueueJobs[Q]): Promise<void> {
    const name = this.physicalName(queue, shard);
    if (SHORT_WAY.has(queue) && (await this.isHandledHere(queue, shard, job))) return;
    this.counts.sent(job.cluster);
    let box = this.outbox.get(name);
    if (!box) {
      const jobs: { name: string; data: unknown }[] = [];
      box = {
        jobs,
        sent: new Promise((resolve, reject) => setImmediate(() => this.flush(name).then(resolve, reject))),
      };
      this.outbox.set(name, box);
    }
    box.jobs.push({ name: queue, data: job });
    try {
      await box.sent;
    } catch (error) {
      this.counts.handled(job.cluster);
      throw error;
    }
  }

  /**
   * Gives a job to its consumer in this process, and resolves when the consumer has handled it. One that cannot be
   * handled now, or not here, is queued.
   */
  async handOver<Q extends QueueName>(queue: Q, shard: number, job: QueueJobs[Q]): Promise<void> {
    if (!(await this.isHandledHere(queue, shard, job))) await this.send(queue, shard, job);
  }

  private async isHandledHere<Q extends QueueName>(queue: Q, shard: number, job: QueueJobs[Q]): Promise<boolean> {
    const handler = this.handlers.get(this.physicalName(queue, shard)) as Handler<Q> | undefined;
    return (await handler?.(job, SENT).catch(() => undefined))?.kind === 'done';
  }

  /** Handles the jobs of one shard, one after the other. */
  consume<Q extends QueueName>(queue: Q, shard: number, handle: Handler<Q>): Consumer {
    const options: WorkerOptions = {
      ...this.bullOptions(),
      // BullMQ types the connections of Redis alone; a Postgres backend has its own.
      connection: this.backend.workerConnection() as never,
      concurrency: 1,
      lockDuration: STALLED_AFTER_MS,
      stalledInterval: this.mayHaveStalledJobs ? STALLED_AFTER_MS : STALLED_CHECK_MS,
      drainDelay: LOOK_AFTER_SECONDS,
      maxStalledCount: 1000,
      runRetryDelay: RECOVER_AFTER_MS,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: KEEP_FAILED },
    };
    const worker = new Worker<QueueJobs[Q]>(
      this.physicalName(queue, shard),
      (job) => this.run(job, handle),
      options,
      // BullMQ types the connections of Redis alone; a Postgres backend has its own.
      this.backend.factory as never,
    );
    worker.on('error', this.options.onError);
    const name = this.physicalName(queue, shard);
    this.handlers.set(name, handle);
    const consumer: Consumer = {
      close: async () => {
        this.consumers.delete(consumer);
        this.handlers.delete(name);
        await this.closed(worker);
      },
    };
    this.consumers.add(consumer);
    return consumer;
  }

  /** The queues as BullMQ has them, for the administrator's board and for {@link hasOpenJobs}. */
  inspect(queue: QueueName, shards: number): Queue[] {
    return Array.from({ length: shards }, (_, shard) => this.queue(this.physicalName(queue, shard)));
  }

  /** Returns true if any job is waiting, active or delayed on these queues. A later run of a repeated job does not count. */
  async hasOpenJobs(shardsOf: Readonly<Record<QueueName, number>>): Promise<boolean> {
    const queues = Object.entries(shardsOf).flatMap(([queue, shards]) => this.inspect(queue as QueueName, shards));
    const answers = await Promise.all(
      queues.map(async (queue) => {
        const { waiting = 0, active = 0, delayed = 0 } = await queue.getJobCounts('waiting', 'active', 'delayed');
        if (waiting + active > 0 || delayed === 0) return waiting + active > 0;
        const jobs = await queue.getDelayed(0, DELAYED_SEEN - 1);
        return delayed > DELAYED_SEEN || jobs.some((job) => job.repeatJobKey === undefined || job.attemptsMade > 0);
      }),
    );
    return answers.includes(true);
  }

  /** Returns whether the queues still have everything that was sent for the cluster since {@link remember} was called. */
  async remembers(cluster: string): Promise<boolean> {
    return this.backend.remembers(this.markOf(cluster));
  }

  /** All work of the cluster up to now is on the queues. */
  async remember(cluster: string): Promise<void> {
    await this.backend.remember(this.markOf(cluster));
  }

  async close(): Promise<void> {
    await Promise.all([...this.consumers].map((consumer) => consumer.close()));
    if (this.backend.isConnected()) {
      await Promise.all([...this.outbox.values()].map((box) => box.sent.catch(() => undefined)));
      await Promise.all([...this.queues.values()].map((queue) => queue.close().catch(() => undefined)));
    }
    await this.backend.close();
  }

  private async flush(name: string): Promise<void> {
    const box = this.outbox.get(name);
    this.outbox.delete(name);
    if (!box) return;
    const [first, ...more] = box.jobs;
    const queue = this.queue(name);
    // A batch makes temporary tables in Postgres: far too much for the one job that most often is all there is.
    if (more.length === 0) await queue.add(first!.name, first!.data, jobOptions());
    else await queue.addBulk(box.jobs.map((job) => ({ ...job, opts: jobOptions() })));
  }

  /** The loop runner: turns the three endings into what the queue understands. */
  private async run<Q extends QueueName>(job: Job<QueueJobs[Q]>, handle: Handler<Q>): Promise<void> {
    const repetition = job.repeatJobKey;
    const delivery = repetition === undefined ? SENT : { repetition };
    const ending = await handle(job.data, delivery).catch((error: unknown): Ending => ({ kind: 'retry', error }));
    const isLast = ending.kind === 'retry' && job.attemptsMade + 1 >= ATTEMPTS;
    // Jobs of a repetition have no sender that waits for them to be finished.
    if (repetition === undefined && (ending.kind !== 'retry' || isLast)) this.counts.handled(job.data.cluster);
    if (ending.kind === 'done') return;
    this.options.onError(ending.error);
    const message = ending.error instanceof Error ? ending.error.message : String(ending.error);
    if (ending.kind === 'give-up') throw new UnrecoverableError(message);
    throw ending.error;
  }

  /** An unreachable server cannot learn that its jobs are finished: they are delivered again, and nothing waits. */
  private async closed(worker: Worker): Promise<void> {
    const closing = worker.close(!this.backend.isConnected()).catch(this.options.onError);
    let timer: NodeJS.Timeout | undefined;
    const hungUp = new Promise<void>((resolve) => {
      timer = setInterval(() => this.backend.isConnected() || resolve(), CONNECTION_CHECK_MS);
    });
    await Promise.race([closing, hungUp]);
    clearInterval(timer);
  }

  private queue(name: string): Queue {
    let queue = this.queues.get(name);
    if (!queue) {
      // BullMQ types the connections of Redis alone; a Postgres backend has its own.
      const options: QueueOptions = { ...this.bullOptions(), connection: this.backend.connection as never };
      // As above: the factory makes connections of its backend.
      queue = new Queue(name, options, this.backend.factory as never);
      queue.on('error', this.options.onError);
      this.queues.set(name, queue);
    }
    return queue;
  }

  private physicalName(queue: QueueName, shard: number): string {
    return `${this.options.prefix ?? 'orrery'}.${queue}.${shard}`;
  }

  private markOf(cluster: string): string {
    return `{${this.options.prefix ?? 'orrery'}}:routed:${cluster}`;
  }

  private bullOptions(): { prefix?: string } {
    return this.options.backend.kind === 'redis' ? { prefix: `{${this.options.prefix ?? 'orrery'}}` } : {};
  }
}
