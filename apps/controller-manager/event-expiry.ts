import type { Event } from '@orrery/api-types';
import type { ComponentContext } from '@orrery/control-plane';
import { nameOf, Operation, type Change, type ObjectKey } from '@orrery/store';
import { parseTimeMs, TimerPhase, type Timer } from '@orrery/time';
import { runLoop, type Controller } from './controller';

/** How long events are kept, in cluster time. */
const EVENT_TTL_MS = 3_600_000;
/** Events expire together, once a minute at most. */
const SWEEP_PERIOD_MS = 60_000;

/** Deletes events an hour after they were last seen. */
export class EventExpiry implements Controller {
  /** By key; a map keeps the order of insertion, and what is seen again moves to the end. */
  private readonly lastSeen = new Map<string, { readonly key: ObjectKey; readonly atMs: number }>();
  private timer: Timer | undefined;

  constructor(private readonly context: ComponentContext) {}

  start(): void {
    const { cache } = this.context.runtime;
    const events = cache.list('events') as unknown as Event[];
    events.sort((a, b) => seenMs(a) - seenMs(b));
    for (const event of events) this.seen(event);
    this.schedule();
  }

  stop(): void {
    this.timer?.cancel();
  }

  follow(changes: readonly Change[]): void {
    for (const { key, operation, object } of changes) {
      if (key.resource !== 'events') continue;
      if (operation === Operation.Delete) this.lastSeen.delete(nameOf(key.namespace, key.name));
      else this.seen(object as unknown as Event);
    }
    if (!this.timer) this.schedule();
  }

  private seen(event: Event): void {
    const { namespace = '', name } = event.metadata;
    const id = nameOf(namespace, name);
    this.lastSeen.delete(id);
    this.lastSeen.set(id, { key: { resource: 'events', namespace, name }, atMs: seenMs(event) });
  }

  private schedule(): void {
    const { clock } = this.context.runtime;
    const oldest = this.lastSeen.values().next().value;
    this.timer = undefined;
    if (!oldest) return;
    const dueMs = Math.max(oldest.atMs + EVENT_TTL_MS, clock.now() + 1);
    const atMs = Math.ceil(dueMs / SWEEP_PERIOD_MS) * SWEEP_PERIOD_MS;
    this.timer = clock.setTimer(atMs, TimerPhase.PodGarbageCollection, () => {
      runLoop(this.context, 'event-expiry', () => this.expire());
    });
  }

  private async expire(): Promise<void> {
    const { clock, store } = this.context.runtime;
    const limit = clock.now() - EVENT_TTL_MS;
    const due: ObjectKey[] = [];
    for (const [id, { key, atMs }] of this.lastSeen) {
      if (atMs > limit) break;
      this.lastSeen.delete(id);
      due.push(key);
    }
    const removals = due.map((key) => ({ key, options: {} }));
    if (removals.length > 0) await store.remove(removals, this.context.fence);
    this.schedule();
  }
}

function seenMs(event: Event): number {
  const { lastTimestamp, eventTime, metadata } = event;
  return parseTimeMs(lastTimestamp ?? eventTime ?? metadata.creationTimestamp) ?? 0;
}
