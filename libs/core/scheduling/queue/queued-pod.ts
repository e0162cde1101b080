import type { PodInfo } from '../cache/pod-info';

/** Where an entry is. */
export type QueuePlace = 'active' | 'backoff' | 'unschedulable' | 'gated' | 'inFlight' | 'none';

/** A pending pod in the queue, with its history. Owned by the queue. */
export interface QueuedPod {
  info: PodInfo;
  /** Scheduling attempts so far; counted at pop. */
  attempts: number;
  /** Cluster time of the last entry from outside or from a failed cycle; moves between the structures keep it. */
  timestampMs: number;
  initialAttemptTimestampMs: number | undefined;
  /** Plugins that rejected it in its last cycle: whose events wake it. */
  rejectors: ReadonlySet<string>;
  /** Those of them that wait for something they started. */
  pendingPlugins: ReadonlySet<string>;
  /** Number of the pop it is in flight for. */
  cycle: number;
  /** Position in the in-flight event list at its pop. */
  eventsFrom: number;
  place: QueuePlace;
  /** Arrival number: the last tie-break, so that order is total. */
  sequence: number;
}
