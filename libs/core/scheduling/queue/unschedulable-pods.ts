import type { PodInfo } from '../cache/pod-info';
import type { QueuedPod } from './queued-pod';

/** Key of "no rejector": such pods are candidates for every event. */
const NO_CONTROLLERS = '';

/** Sleeping pods that one plugin rejected, by the name of their scheduler: its profile decides which events the plugin gets. */
type Sleepers = Map<string | undefined, Set<QueuedPod>>;

/** Sleeping pods, findable by the plugins that rejected them, so that an event touches only those it may concern. */
export class UnschedulablePods {
  /** Pods in order of falling asleep, hence of timestamp. */
  private readonly pods = new Map<string, QueuedPod>();
  private readonly byRejector = new Map<string, Sleepers>();

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
    const scheduler = schedulerOf(entry);
    for (const plugin of rejectorsOf(entry)) {
      let sleepers = this.byRejector.get(plugin);
      if (!sleepers) this.byRejector.set(plugin, (sleepers = new Map()));
      const group = sleepers.get(scheduler);
      if (group) group.add(entry);
      else sleepers.set(scheduler, new Set([entry]));
    }
  }

  remove(entry: QueuedPod): void {
    if (!this.pods.delete(entry.info.uid)) return;
    const scheduler = schedulerOf(entry);
    for (const plugin of rejectorsOf(entry)) {
      const sleepers = this.byRejector.get(plugin);
      const group = sleepers?.get(scheduler);
      group?.delete(entry);
      if (group?.size === 0) sleepers!.delete(scheduler);
      if (sleepers?.size === 0) this.byRejector.delete(plugin);
    }
  }

  /** Returns the pods with a rejector that wants the event; collected first, so that the caller may move them. */
  candidates(wants: (plugin: string, info: PodInfo) => boolean): QueuedPod[] {
    const found = new Set<QueuedPod>();
    for (const [plugin, sleepers] of this.byRejector) {
      for (const group of sleepers.values()) {
        const [first] = group;
        if (plugin !== NO_CONTROLLERS && !wants(plugin, first!.info)) continue;
        for (const entry of group) found.add(entry);
      }
    }
    return [...found];
  }
}

function schedulerOf({ info }: QueuedPod): string | undefined {
  return info.pod.spec.schedulerName;
}

function rejectorsOf(entry: QueuedPod): Iterable<string> {
  return entry.rejectors.size > 0 ? entry.rejectors : [NO_CONTROLLERS];
}
