import { standsStill, type Activity, type ClusterClock } from '@orrery/clock';
import { everyInterval } from '../process/shared-interval';

/** Factor by which the wait for lost work grows while cluster time is stopped. */
const STILL_FACTOR = 30;

export interface LostWorkSweepOptions {
  readonly clock: Pick<ClusterClock, 'setting'>;
  readonly activity: Pick<Activity, 'isIdle'>;
  /** Interval in ms of real time. */
  readonly everyMs: number;
  /** Takes up what seems to be lost. */
  readonly look: () => void;
}

/**
 * Checks periodically, in real time, for work whose job was lost: a queue may lose everything. While cluster time is
 * stopped nothing may depend on the time that a busy machine takes to deliver a job: then it checks much more rarely,
 * and only when the cluster is idle in this process.
 */
export class LostWorkSweep {
  private end: () => void = () => undefined;
  private ticks = 0;

  constructor(private readonly options: LostWorkSweepOptions) {}

  start(): void {
    this.end = everyInterval(this.options.everyMs, () => this.tick());
  }

  stop(): void {
    this.end();
  }

  private tick(): void {
    const { activity, clock, look } = this.options;
    if (standsStill(clock.setting) && (++this.ticks < STILL_FACTOR || !activity.isIdle)) return;
    this.ticks = 0;
    look();
  }
}
