import type { PodInfo } from '../cache/pod-info';
import type { QueuedPod } from './queued-pod';

/** Stands for "no rejector": such pods are candidates for every event. */
const NOBODY = '';

/** Sleeping pods, findable by the plugins that rejected them, so that an event touches only those it may concern. */
export class UnschedulablePods {
  /** In order of falling asleep, hence of timestamp. */
  private readonly pods = new Map<string, QueuedPod>();
  private readonly byRejector = new Map<string, Set<QueuedPod>>();

  get size(): number {
    return this.pods.size;
  }

  values(): IterableIterator<QueuedPod> {
    return this.pods.values();
  }

  /** The pod that sleeps for longest. */
  oldest(): QueuedPod | undefined {
    for (const entry of this.pods.values()) return entry;
    return undefined;
  }

  add(entry: QueuedPod): void {
    this.pods.set(entry.info.uid, entry);
    for (const plugin of rejectorsOf(entry)) {
      let sleepers = this.byRejector.get(plugin);
      if (!sleepers) this.byRejector.set(plugin, (sleepers = new Set()));
      sleepers.add(entry);
    }
  }

  remove(entry: QueuedPod): void {
    if (!this.pods.delete(entry.info.uid)) return;
    for (const plugin of rejectorsOf(entry)) {
      const sleepers = this.byRejector.get(plugin);
      sleepers?.delete(entry);
      if (sleepers?.size === 0) this.byRejector.delete(plugin);
    }
  }

  /** Pods having a rejector that wants to hear; collected first, so that the caller may move them. */
  candidates(wants: (plugin: string, info: PodInfo) => boolean): QueuedPod[] {
    const found = new Set<QueuedPod>();
    for (const [plugin, sleepers] of this.byRejector) {
      const asked = new Map<string | undefined, boolean>();
      for (const entry of sleepers) {
        const profile = entry.info.pod.spec.schedulerName;
        let wanted = plugin === NOBODY || asked.get(profile);
        if (wanted === undefined) asked.set(profile, (wanted = wants(plugin, entry.info)));
        if (wanted) found.add(entry);
      }
    }
    return [...found];
  }
}

function rejectorsOf(entry: QueuedPod): Iterable<string> {
  return entry.rejectors.size > 0 ? entry.rejectors : [NOBODY];
}
