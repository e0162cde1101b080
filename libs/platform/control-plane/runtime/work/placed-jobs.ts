import type { JobPlace } from '@orrery/bus';
import type { Activity, ClusterClock } from '@orrery/clock';
import type { ClusterCache } from '@orrery/store';

/** What jobs of a cluster begin by. */
export interface PlacedJobsOptions {
  readonly activity: Pick<Activity, 'track' | 'whenQuiet'>;
  readonly clock: Pick<ClusterClock, 'comesTo'>;
  /** The present one. */
  readonly cache: () => Pick<ClusterCache, 'reached'>;
}

/**
 * Jobs of a cluster that several processes write to in rounds. Queues deliver at times of their own: a job begins when its
 * consumer sees what its sender saw, and has done what followed from that by itself; jobs of one shard begin one after the other.
 */
export class PlacedJobs {
  /** The last job of each shard of a queue. */
  private readonly last = new Map<string, Promise<void>>();
  private count = 0;

  constructor(private readonly options: PlacedJobsOptions) {}

  /** How many were taken over. */
  get taken(): number {
    return this.count;
  }

  /** Takes over a job: it is a part of the cluster's activity from here on. What it throws is lost. */
  take(shard: string, place: JobPlace, handle: () => Promise<void>): void {
    const { activity, cache, clock } = this.options;
    const before = this.last.get(shard);
    this.count++;
    const handled = activity.track(async () => {
      await before;
      await cache().reached(place.revision);
      await clock.comesTo(place.atMs, place.phase);
      await new Promise<void>((resolve) => activity.whenQuiet(resolve));
      await handle().catch(() => undefined);
    });
    this.last.set(shard, handled);
    void handled.finally(() => this.last.get(shard) === handled && this.last.delete(shard));
  }
}
