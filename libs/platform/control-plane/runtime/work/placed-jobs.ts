import type { JobPlace } from '@orrery/bus';
import type { Activity, ClusterClock } from '@orrery/clock';
import type { ClusterCache } from '@orrery/store';

/** Parts of the cluster that decide when jobs begin. */
export interface PlacedJobsOptions {
  readonly activity: Pick<Activity, 'track' | 'whenQuiet'>;
  readonly clock: Pick<ClusterClock, 'comesTo'>;
  /** The present one. */
  readonly cache: () => Pick<ClusterCache, 'reached'>;
}

/**
 * Jobs of a cluster that several processes write to in rounds. Queues deliver at times of their own: a job begins when
 * its consumer has seen the changes that its sender saw, and has finished its own reactions to them; jobs of one shard
 * begin one after the other.
 */
export class PlacedJobs {
  /** The last job of each shard of a queue. */
  private readonly last = new Map<string, Promise<void>>();
  private count = 0;

  constructor(private readonly options: PlacedJobsOptions) {}

  /** Number of jobs taken over. */
  get taken(): number {
    return this.count;
  }

  /** Takes over a job: it is a part of the cluster's activity from here on. Its errors are ignored. */
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
