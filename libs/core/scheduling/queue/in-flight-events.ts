import type { ClusterEvent } from '../framework/cluster-event';
import type { QueuedPod } from './queued-pod';

/** Dropping a few old events is not worth moving the array. */
const SPARE_EVENTS = 256;

/**
 * Pods between pop and done, with the events since. A pod that fails is checked against the events after its pop, so
 * that it cannot miss one.
 */
export class InFlightEvents {
  /** Pods in order of pop, hence of `eventsFrom`. */
  private readonly pods = new Map<string, QueuedPod>();
  private events: ClusterEvent[] = [];
  /** Number of the first event kept. */
  private first = 0;

  get size(): number {
    return this.pods.size;
  }

  get(uid: string): QueuedPod | undefined {
    return this.pods.get(uid);
  }

  popped(entry: QueuedPod): void {
    entry.eventsFrom = this.first + this.events.length;
    this.pods.set(entry.info.uid, entry);
  }

  record(event: ClusterEvent): void {
    if (this.pods.size > 0) this.events.push(event);
  }

  /** Returns the events since the entry's pop, oldest first. */
  since(entry: QueuedPod): readonly ClusterEvent[] {
    return this.events.slice(Math.max(0, entry.eventsFrom - this.first));
  }

  done(entry: QueuedPod): void {
    if (this.pods.get(entry.info.uid) === entry) this.pods.delete(entry.info.uid);
    if (this.events.length === 0) return;
    let oldest = this.first + this.events.length;
    for (const pod of this.pods.values()) {
      oldest = pod.eventsFrom;
      break;
    }
    const spare = oldest - this.first;
    if (this.pods.size > 0 && spare < SPARE_EVENTS) return;
    this.events = this.events.slice(spare);
    this.first = oldest;
  }
}
