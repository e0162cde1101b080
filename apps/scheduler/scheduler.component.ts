import { DONE, type Ending, type QueueJobs } from '@orrery/bus';
import {
  bundleOf,
  configuredSchedulers,
  type Component,
  type ComponentContext,
  type ComponentKind,
  type ConfiguredScheduler,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type EventsPort,
  type LogPort,
  type MetricsPort,
  type OutsidePort,
  type SettingsPort,
  type RecordsPort,
  type RequestsPort,
} from '@orrery/control-plane';
import { Topic } from '@orrery/messaging';
import type { Change } from '@orrery/store';
import { ClusterScheduler, type SchedulerCapture } from './cluster-scheduler';

/** Ports used by this class. */
type Ports = IdentityPort &
  ObjectsPort &
  ClockPort &
  EventsPort &
  LogPort &
  MetricsPort &
  OutsidePort &
  SettingsPort &
  RecordsPort &
  RequestsPort;

interface Running {
  readonly scheduler: ClusterScheduler;
  /** Configuration that it was made from, to detect a change. */
  readonly madeFrom: string;
}

/** State of the schedulers of a cluster besides the objects, by name. */
interface SchedulersCapture {
  readonly version: 1;
  readonly schedulers: readonly (readonly [name: string, known: SchedulerCapture])[];
}

/** The schedulers of one cluster, as its settings say; they change while it runs. */
class SchedulerComponent implements Component<'scheduling'> {
  private readonly running = new Map<string, Running>();
  private stopFollowing: (() => void)[] = [];
  private changing: Promise<void> = Promise.resolve();
  /** Captured states of earlier schedulers, by name; each is taken once. */
  private readonly captured: Map<string, SchedulerCapture>;
  private stopped = false;

  constructor(private readonly context: ComponentContext<Ports>) {
    this.captured = new Map((context.captured as SchedulersCapture | undefined)?.schedulers);
  }

  async start(): Promise<void> {
    const { cluster } = this.context;
    this.stopFollowing = [
      cluster.cache.subscribe((changes) => this.follow(changes)),
      cluster.onSettingsChanged(() => this.useSettings()),
      cluster.requests.handle(Topic.SchedulingQueue, cluster.id, (limit: number) =>
        [...this.running].map(([name, { scheduler }]) => ({ scheduler: name, queue: scheduler.viewQueue(limit) })),
      ),
    ];
    await this.useSettings();
  }

  capture(): SchedulersCapture {
    const schedulers = [...this.running].map(([name, { scheduler }]) => [name, scheduler.capture()] as const);
    return { version: 1, schedulers };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const stop of this.stopFollowing) stop();
    await this.changing.catch(() => undefined);
    await Promise.all([...this.running.values()].map(({ scheduler }) => scheduler.stop()));
  }

  /** New pods to place. Work of a lost job is found by the sweep, so accepting them here is enough. */
  async handle(job: QueueJobs['scheduling']): Promise<Ending> {
    await this.context.cluster.cache.reached(job.revision);
    this.forEach((scheduler) => scheduler.takeUp(job.pods));
    return DONE;
  }

  private follow(changes: readonly Change[]): void {
    this.forEach((scheduler) => scheduler.follow(changes));
  }

  private forEach(action: (scheduler: ClusterScheduler) => void): void {
    for (const { scheduler } of this.running.values()) action(scheduler);
  }

  /** Replaces the schedulers whose configuration has changed, one change of settings after the other. */
  private useSettings(): Promise<void> {
    this.changing = this.changing.catch(() => undefined).then(() => this.replaceChanged());
    return this.changing;
  }

  private async replaceChanged(): Promise<void> {
    if (this.stopped) return;
    const { cluster } = this.context;
    const { ok, errors } = configuredSchedulers(cluster.settings, cluster.plugins);
    if (!ok) {
      // It was valid when it was stored, but perhaps by another version of this program.
      cluster.log.error({ cluster: cluster.id, errors }, 'the scheduler configuration cannot be used');
      return;
    }
    const wanted = new Map(ok.map((configured) => [configured.name, configured]));
    for (const [name, running] of [...this.running]) {
      const configured = wanted.get(name);
      if (configured && this.madeFrom(configured) === running.madeFrom) continue;
      await running.scheduler.stop();
      this.running.delete(name);
    }
    for (const [name, configured] of wanted) if (!this.running.has(name)) this.launch(name, configured);
  }

  private launch(name: string, configured: ConfiguredScheduler): void {
    const scheduler = new ClusterScheduler(this.context, configured);
    this.running.set(name, { scheduler, madeFrom: this.madeFrom(configured) });
    scheduler.start(this.captured.get(name));
    this.captured.delete(name);
  }

  /** Returns the configuration that a scheduler is made from. Without a document the profiles decide if preemption is disabled. */
  private madeFrom({ document, settings }: ConfiguredScheduler): string {
    return JSON.stringify([bundleOf(this.context.cluster.settings), document ?? settings.options.profiles ?? null]);
  }
}

/** The component as a process announces it. */
export function schedulerKind(shards: number): ComponentKind<'scheduling'> {
  return {
    name: 'scheduler',
    shards,
    split: 'clusters',
    queues: ['scheduling'],
    create: (context) => new SchedulerComponent(context),
  };
}
