import { standsStill, type Activity, type ClusterClock } from '@orrery/clock';
import { everyInterval } from '../process/shared-interval';

/** How many times as long lost work is waited for while cluster time stands still. */
const STILL_FACTOR = 30;

export interface LostWorkSweepOptions {
  readonly clock: Pick<ClusterClock, 'setting'>;
  readonly activity: Pick<Activity, 'isIdle'>;
  /** In ms of real time. */
  readonly everyMs: number;
  /** Takes up what seems to be lost. */
  readonly look: () => void;
}

/**
 * Looks now and then, in real time, for work whose job was lost: a queue may lose everything. While cluster time stands still nothing
 * may depend on how long a busy machine takes to deliver a job: then it looks much more rarely, and only when the cluster does nothing
 * in this process.
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
