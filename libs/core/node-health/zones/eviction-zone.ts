import { EvictionLimiter, type EvictionLimiterState } from './eviction-limiter';
import { EvictionQueue, type EvictionQueueState } from './eviction-queue';
import type { ZoneState, ZoneTally } from './zone-state';

/** A failure domain as the controller keeps it. The queue outlives the state of a zone that lost all its nodes. */
export interface EvictionZone {
  readonly key: string;
  /** Undefined while the zone has no counted nodes. */
  state: ZoneState | undefined;
  tally: ZoneTally;
  queue: EvictionQueue;
  limiter: EvictionLimiter;
  /** NoExecute taints written through the limiter. */
  evictionsTotal: number;
}

/** A zone for dashboards and metrics. */
export interface ZoneView {
  readonly key: string;
  /** Undefined for a zone whose last counted node left; it reports size 0 and health 100. */
  readonly state: ZoneState | undefined;
  readonly size: number;
  readonly unhealthyNodes: number;
  /** Percentage of counted nodes that are ready. */
  readonly health: number;
  /** Nodes per second that may get their NoExecute taint. */
  readonly ratePerSecond: number;
  /** Time of the limiter's next token; in the past, or null, if it has one; null, too, if its rate is zero. */
  readonly nextTokenAtMs: number | null;
  readonly queueLength: number;
  /** The nodes whose turn comes first, at most {@link SHOWN_NODES}. */
  readonly queuedNodes: readonly string[];
  readonly evictionsTotal: number;
}

/** Names that a view has of its queue: a page has no room for thousands. */
const SHOWN_NODES = 50;

export function viewZone(zone: EvictionZone): ZoneView {
  const size = zone.tally.ready + zone.tally.notReady;
  return {
    key: zone.key,
    state: zone.state,
    size,
    unhealthyNodes: zone.tally.notReady,
    health: size === 0 ? 100 : (100 * zone.tally.ready) / size,
    ratePerSecond: zone.limiter.ratePerSecond,
    nextTokenAtMs: zone.limiter.toState().nextTokenAtMs,
    queueLength: zone.queue.length,
    queuedNodes: zone.queue.first(SHOWN_NODES),
    evictionsTotal: zone.evictionsTotal,
  };
}

/** A zone as plain data. */
export interface EvictionZoneState {
  readonly key: string;
  readonly state: ZoneState | null;
  readonly tally: ZoneTally;
  readonly queue: EvictionQueueState;
  readonly limiter: EvictionLimiterState;
  readonly evictionsTotal: number;
}

/** The zones in the order of their keys, so that passes are deterministic. */
export class EvictionZones {
  private readonly byKey = new Map<string, EvictionZone>();
  private sorted: EvictionZone[] = [];

  get(key: string): EvictionZone | undefined {
    return this.byKey.get(key);
  }

  inOrder(): readonly EvictionZone[] {
    return this.sorted;
  }

  /** A zone without a state starts over: empty queue, full bucket at the given rate. Others are left alone. */
  start(key: string, state: ZoneState, ratePerSecond: number): void {
    const zone = this.byKey.get(key);
    if (!zone) {
      const tally = { ready: 0, notReady: 0 };
      this.insert({ key, state, tally, ...freshQueue(ratePerSecond), evictionsTotal: 0 });
    } else if (zone.state === undefined) {
      Object.assign(zone, { state, ...freshQueue(ratePerSecond) });
    }
  }

  toState(): EvictionZoneState[] {
    return this.sorted.map((zone) => ({
      key: zone.key,
      state: zone.state ?? null,
      tally: zone.tally,
      queue: zone.queue.toState(),
      limiter: zone.limiter.toState(),
      evictionsTotal: zone.evictionsTotal,
    }));
  }

  static fromState(states: readonly EvictionZoneState[]): EvictionZones {
    const zones = new EvictionZones();
    for (const { state, queue, limiter, ...rest } of states) {
      zones.insert({
        ...rest,
        state: state ?? undefined,
        queue: EvictionQueue.fromState(queue),
        limiter: EvictionLimiter.fromState(limiter),
      });
    }
    return zones;
  }

  private insert(zone: EvictionZone): void {
    this.byKey.set(zone.key, zone);
    this.sorted = [...this.byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}

function freshQueue(ratePerSecond: number): Pick<EvictionZone, 'queue' | 'limiter'> {
  return { queue: new EvictionQueue(), limiter: new EvictionLimiter(ratePerSecond) };
}
