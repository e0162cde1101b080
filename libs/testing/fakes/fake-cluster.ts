import { DEFAULT_RELEASE } from '@orrery/api-types';
import { Activity, ClockMode, ClusterClock } from '@orrery/clock';
import { ClusterKinds } from '@orrery/control-plane';
import type {
  ClockPort,
  EventsPort,
  IdentityPort,
  KindsPort,
  LogPort,
  ObjectsPort,
  QueuesPort,
} from '@orrery/control-plane';
import type { EvictionOrder } from '@orrery/bus';
import { createLogger } from '@orrery/service';
import { ClusterCache } from '@orrery/store';

/** Jobs as they were sent: their queue, and the limits of one of them. */
export interface SentWork {
  readonly queue: string;
  readonly evictions?: readonly EvictionOrder[];
  readonly pods?: readonly string[];
  readonly nodes?: readonly string[];
}

export interface FakeClusterOptions {
  /** Called for each job that is put on a queue. */
  readonly sent?: (work: SentWork) => void;
  /** Called for each Event. */
  readonly recorded?: EventsPort['events']['record'];
  /** Cluster time in ms of the manual clock. */
  readonly startMs?: number;
}

/** A component's cluster without database and queues; writes are refused. */
export type FakeCluster = IdentityPort &
  KindsPort &
  Pick<ObjectsPort, 'cache' | 'caughtUp' | 'onCacheReplaced'> &
  ClockPort & { readonly clock: ClusterClock } & QueuesPort &
  EventsPort &
  LogPort;

/**
 * Makes the ports of a cluster in memory: an empty cache, a manual clock, and callbacks for the actions of the
 * component.
 */
export function fakeCluster({ sent, recorded, startMs = 0 }: FakeClusterOptions = {}): FakeCluster {
  const activity = new Activity();
  const setting = { mode: ClockMode.Manual, rate: 1, anchorMs: startMs, anchorRealMs: 0 };
  const send = async (queue: string, work: object): Promise<void> => sent?.({ queue, ...work });
  const source = {
    cache: new ClusterCache(0, []),
    onCacheReplaced: () => () => undefined,
    release: DEFAULT_RELEASE,
  };
  return {
    ...source,
    kinds: new ClusterKinds(source),
    id: 'fake',
    seed: 'fake',
    caughtUp: async () => undefined,
    activity,
    clock: new ClusterClock(setting, activity),
    queues: {
      send,
      sendTo: (queue, _shard, work) => send(queue, work),
      shardOfNode: () => 0,
      repeat: async () => undefined,
      stopRepeating: async () => undefined,
      remember: async () => undefined,
      remembers: async () => true,
      placedSent: 0,
      handled: async () => true,
      stop: () => undefined,
      counts: () => ({ sent: 0, handled: 0 }),
    },
    events: { record: (...notes) => recorded?.(...notes) },
    log: createLogger('fake', 'silent'),
  };
}
