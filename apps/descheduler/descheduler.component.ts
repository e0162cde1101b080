import { DONE, type Delivery, type Ending, type QueueJobs, type JobInterval } from '@orrery/bus';
import {
  loadPolicy,
  withTimeout,
  type Component,
  LostWorkSweep,
  type ComponentContext,
  type ComponentKind,
  type IdentityPort,
  type ObjectsPort,
  type OutsidePort,
  type ClockPort,
  type QueuesPort,
  type EventsPort,
  type LogPort,
  type MetricsPort,
  type SettingsPort,
  type RecordsPort,
} from '@orrery/control-plane';
import {
  lastCycleMs,
  nextCycleMs,
  intervalOf,
  runDescheduler,
  RunTrigger,
  scheduleOf,
  UsageSampler,
  usesMetricsApi,
} from '@orrery/descheduler-cycles';
import { TimerPhase, type Timer } from '@orrery/time';

/** Ports used by this class. */
type Ports = IdentityPort &
  ObjectsPort &
  OutsidePort &
  ClockPort &
  QueuesPort &
  EventsPort &
  LogPort &
  MetricsPort &
  SettingsPort &
  RecordsPort;

/** Interval (real time) of the check that the job scheduler still exists and that no cycle was missed. */
const LOOK_EVERY_MS = 2000;
/** A job may come this much before its time: two machines do not agree on the millisecond. */
const EARLY_MS = 500;

/**
 * Runs the cycles that a cluster's schedule has due; each is a job on a queue. If cluster time passes like real time,
 * the jobs come from a job scheduler, which outlives every process. Otherwise a timer on the cluster's clock sends
 * them, so that a paused cluster is not descheduled and one that is advanced manually is descheduled at the right
 * instants.
 */
class DeschedulerComponent implements Component<'descheduling'> {
  private timer: Timer | undefined;
  private readonly sweep: LostWorkSweep;
  /** The last instant that has been carried out. */
  private doneMs = -Infinity;
  /** An instant that was found not to be carried out at the last look. */
  private overdueMs: number | undefined;
  private isRunning = false;
  private hasRepetition = false;
  private syncing: Promise<void> = Promise.resolve();
  private readonly sampler: UsageSampler;
  private unsubscribe: (() => void)[] = [];
  private stopped = false;

  constructor(private readonly context: ComponentContext<Ports>) {
    const { activity, clock } = context.cluster;
    this.sampler = new UsageSampler(context.cluster);
    const look = (): void => void activity.track(() => this.look()).catch((err: unknown) => this.complain(err));
    this.sweep = new LostWorkSweep({ activity, clock, everyMs: LOOK_EVERY_MS, look });
  }

  async start(): Promise<void> {
    const { cluster } = this.context;
    this.doneMs = (await cluster.records.descheduling.readDueMs()) ?? -Infinity;
    const changed = (): Promise<void> => {
      this.arm();
      this.sample();
      return this.sync();
    };
    this.unsubscribe = [
      cluster.onSettingsChanged(changed),
      cluster.clock.onConfigured(() => void cluster.activity.track(changed)),
    ];
    if (scheduleOf(cluster.settings)) {
      // There may be one from before the clock was changed.
      this.hasRepetition = true;
      await changed();
    }
    this.sweep.start();
  }

  /** The job scheduler stays: the next owner of the cluster finds its jobs. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const unsubscribe of this.unsubscribe) unsubscribe();
    this.sweep.stop();
    this.timer?.cancel();
    this.sampler.stop();
    await this.syncing;
  }

  /** Runs one cycle; a repeated job of a cycle that was done is ignored. */
  async handle(job: QueueJobs['descheduling'], { repetition }: Delivery): Promise<Ending> {
    const { cluster } = this.context;
    const schedule = scheduleOf(cluster.settings);
    if (!schedule) {
      if (repetition !== undefined) await this.removeRepetition();
      return DONE;
    }
    const dueMs = job.atMs ?? lastCycleMs(schedule, cluster.clock.now() + EARLY_MS) ?? -Infinity;
    if (dueMs <= Math.max(this.doneMs, schedule.sinceMs ?? 0)) return DONE;
    this.isRunning = true;
    try {
      await cluster.caughtUp();
      const { policy, dryRun = false } = schedule;
      const { sampler } = this;
      await runDescheduler(cluster, { policy, dryRun, dueMs, sampler, trigger: RunTrigger.Schedule });
      this.doneMs = dueMs;
    } finally {
      this.isRunning = false;
    }
    return DONE;
  }

  /** Returns the interval at which the server of the queues currently repeats the job of this cluster. */
  private interval(): JobInterval | undefined {
    const { clock, settings } = this.context.cluster;
    const schedule = scheduleOf(settings);
    return schedule && intervalOf(schedule, clock.setting, clock.now());
  }

  /** The timer is set in every mode: it has to be there when the clock is taken in hand. */
  private arm(): void {
    this.timer?.cancel();
    this.timer = undefined;
    const { clock, settings } = this.context.cluster;
    const schedule = scheduleOf(settings);
    if (!schedule) return;
    const atMs = nextCycleMs(schedule, clock.now());
    this.timer = clock.setTimer(atMs, TimerPhase.Controllers, 'descheduler', async () => {
      this.arm();
      if (!this.interval()) await this.order(atMs);
    });
  }

  /** Samples usage while there is a schedule whose policy depends on it, not only when a cycle is due. */
  private sample(): void {
    const schedule = scheduleOf(this.context.cluster.settings);
    const loaded = schedule && loadPolicy(schedule);
    if (loaded?.ok && usesMetricsApi(loaded.policy)) this.sampler.begin();
    else this.sampler.stop();
  }

  private async order(atMs: number): Promise<void> {
    await this.context.cluster.queues.send('descheduling', { atMs });
  }

  /** Makes, changes or removes the job scheduler, one such change after the other. */
  private sync(): Promise<void> {
    this.syncing = this.syncing.then(() => withTimeout(this.syncNow())).catch((err: unknown) => this.complain(err));
    return this.syncing;
  }

  private async syncNow(): Promise<void> {
    if (this.stopped) return;
    const interval = this.interval();
    if (interval) {
      this.hasRepetition = true;
      await this.context.cluster.queues.repeat('descheduling', interval, {});
    } else if (this.hasRepetition) {
      await this.removeRepetition();
      this.hasRepetition = false;
    }
  }

  private async removeRepetition(): Promise<void> {
    await this.context.cluster.queues.stopRepeating('descheduling');
  }

  /** Queues may lose everything: what is missing is created again, and a cycle whose job never came is ordered. */
  private async look(): Promise<void> {
    const { clock, settings } = this.context.cluster;
    const schedule = scheduleOf(settings);
    if (!schedule || this.isRunning || this.stopped) return;
    if (this.interval()) await this.sync();
    const lastMs = lastCycleMs(schedule, clock.now());
    if (lastMs === undefined || lastMs <= this.doneMs) {
      this.overdueMs = undefined;
    } else if (lastMs === this.overdueMs) {
      this.overdueMs = undefined;
      await this.order(lastMs);
    } else {
      this.overdueMs = lastMs;
    }
  }

  private complain(err: unknown): void {
    const { log, id } = this.context.cluster;
    log.warn({ err, cluster: id }, 'the job scheduler of the descheduler could not be set and will be tried again');
  }
}

/** The component as a process announces it. */
export function deschedulerKind(shards: number): ComponentKind<'descheduling'> {
  return {
    name: 'descheduler',
    shards,
    split: 'clusters',
    queues: ['descheduling'],
    create: (context) => new DeschedulerComponent(context),
  };
}
