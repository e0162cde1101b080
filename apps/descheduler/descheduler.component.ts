import { DONE, type Ending, type QueueJobs } from '@orrery/bus';
import {
  nextCycleMs,
  runDescheduler,
  RunTrigger,
  scheduleOf,
  shardOf,
  type Component,
  type ComponentContext,
  type ComponentKind,
} from '@orrery/control-plane';
import { TimerPhase, type Timer } from '@orrery/time';

/**
 * Runs the cycles that a cluster's schedule has due. The timer is on the cluster's clock, so that a paused cluster is
 * not descheduled and one that is advanced by hand is at the right instants; the cycle itself is a job on a queue.
 */
class DeschedulerComponent implements Component<'descheduling'> {
  private timer: Timer | undefined;
  private lastMs = -Infinity;
  private unsubscribe: () => void = () => undefined;

  constructor(private readonly context: ComponentContext) {}

  async start(): Promise<void> {
    this.unsubscribe = this.context.runtime.onSettingsChanged(() => Promise.resolve(this.arm()));
    this.arm();
  }

  async stop(): Promise<void> {
    this.unsubscribe();
    this.timer?.cancel();
  }

  /** One cycle; one that comes twice has been done. */
  async handle({ atMs }: QueueJobs['descheduling']): Promise<Ending> {
    const { runtime } = this.context;
    const schedule = scheduleOf(runtime.settings);
    if (!schedule || atMs <= this.lastMs) return DONE;
    this.lastMs = atMs;
    await runtime.caughtUp();
    const { policy, dryRun = false } = schedule;
    await runDescheduler(runtime, { policy, dryRun, trigger: RunTrigger.Schedule });
    return DONE;
  }

  private arm(): void {
    this.timer?.cancel();
    this.timer = undefined;
    const { runtime } = this.context;
    const schedule = scheduleOf(runtime.settings);
    if (!schedule) return;
    const atMs = nextCycleMs(schedule, runtime.clock.now());
    this.timer = runtime.clock.setTimer(atMs, TimerPhase.Controllers, () => this.order(atMs));
  }

  private async order(atMs: number): Promise<void> {
    this.arm();
    const { plane, id: cluster } = this.context.runtime;
    await plane.bus.send('descheduling', shardOf(cluster, plane.shards.descheduling), { cluster, atMs });
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
