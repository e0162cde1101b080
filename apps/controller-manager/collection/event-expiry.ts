import { Kinds, type Event } from '@orrery/api-types';
import type { ComponentContext, IdentityPort, ObjectsPort, ClockPort, LogPort } from '@orrery/control-plane';
import { Operation, type Change } from '@orrery/store';
import { formatTime, parseTimeMs, TimerPhase, type Timer } from '@orrery/time';
import { runLoop, type Controller } from '../controller';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

/** Retention of events, in cluster time. */
const EVENT_TTL_MS = 3_600_000;
/** Events expire together, once a minute at most. */
const SWEEP_PERIOD_MS = 60_000;

/** Deletes events an hour after they were last seen. */
export class EventExpiry implements Controller {
  private timer: Timer | undefined;

  constructor(private readonly context: ComponentContext<Ports>) {}

  start(): void {
    this.schedule(this.search('').oldest);
  }

  stop(): void {
    this.timer?.cancel();
  }

  follow(changes: readonly Change[]): void {
    if (this.timer) return;
    const first = changes.find(({ key, operation }) => key.resource === 'events' && operation !== Operation.Delete);
    if (first) this.schedule(lastSeen(first.object as Event));
  }

  /** Sweeps when the event that was seen at `oldest` is due; one that is seen again meanwhile makes it a sweep too many. */
  private schedule(oldest: string | undefined): void {
    this.timer = undefined;
    if (oldest === undefined) return;
    const { clock } = this.context.cluster;
    const dueMs = Math.max((parseTimeMs(oldest) ?? 0) + EVENT_TTL_MS, clock.now() + 1);
    const atMs = Math.ceil(dueMs / SWEEP_PERIOD_MS) * SWEEP_PERIOD_MS;
    this.timer = clock.setTimer(atMs, TimerPhase.PodGarbageCollection, 'event-expiry', () => {
      runLoop(this.context, 'event-expiry', () => this.expire());
    });
  }

  private async expire(): Promise<void> {
    const { clock, store } = this.context.cluster;
    const { due, oldest } = this.search(formatTime(clock.now() - EVENT_TTL_MS));
    const removals = due.map(({ metadata: { namespace = '', name } }) => ({
      key: { resource: 'events', namespace, name },
      options: {},
      reason: 'the event has expired',
    }));
    if (removals.length > 0) await store.removeSoon(removals, this.context.fence);
    this.schedule(oldest);
  }

  /** The events last seen by `limit`, and when the oldest of the others was. Times in UTC compare as texts. */
  private search(limit: string): { readonly due: readonly Event[]; readonly oldest: string | undefined } {
    const due: Event[] = [];
    let oldest: string | undefined;
    for (const event of this.context.cluster.cache.list(Kinds.Event)) {
      const seen = lastSeen(event);
      if (seen <= limit) due.push(event);
      else if (oldest === undefined || seen < oldest) oldest = seen;
    }
    return { due, oldest };
  }
}

function lastSeen({ lastTimestamp, eventTime, metadata }: Event): string {
  return lastTimestamp ?? eventTime ?? metadata.creationTimestamp;
}
