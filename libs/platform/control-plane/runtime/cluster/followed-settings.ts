import { invalid, unstorableTexts } from '@orrery/api-types';
import type { Activity } from '@orrery/clock';
import { changeSettings, type Database } from '@orrery/store';
import type { ClusterSettings } from '../../settings/cluster-settings';
import { Turns } from '../time/turns';

/** Settings of a cluster as this process last read them, with the listeners to their changes. */
export class FollowedSettings {
  private readonly listeners = new Set<() => Promise<void>>();
  private readonly turns = new Turns();

  constructor(
    private latest: ClusterSettings,
    private readonly activity: Pick<Activity, 'outside' | 'track'>,
  ) {}

  get current(): ClusterSettings {
    return this.latest;
  }

  /** Calls `listener` when they have changed; the clock waits until it has acted on them. */
  onChanged(listener: () => Promise<void>): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Acts on the settings that `stored` reads or writes, in the order of the row's changes. */
  async follow(stored: () => Promise<ClusterSettings | undefined>): Promise<ClusterSettings | undefined> {
    let isChange = false;
    const settings = await this.turns.take(async () => {
      const read = await this.activity.outside(stored);
      isChange = read !== undefined && JSON.stringify(read) !== JSON.stringify(this.latest);
      if (read && isChange) this.latest = read;
      return read;
    });
    if (isChange) await this.activity.track(() => Promise.all([...this.listeners].map((listener) => listener())));
    return settings;
  }
}

/**
 * Changes the settings in the cluster's row; undefined if it is gone. Errors of `change` leave everything unchanged,
 * and so do texts that no store accepts (422).
 */
export function storeChange(
  database: Database,
  cluster: string,
  change: (settings: ClusterSettings) => ClusterSettings,
): Promise<ClusterSettings | undefined> {
  return changeSettings(database, cluster, (old) => {
    const next = change(old);
    const errors = unstorableTexts(next, 'settings');
    if (errors.length > 0) throw invalid({ group: 'orrery.dev', kind: 'Cluster' }, cluster, errors);
    return next;
  });
}
