import type { PodInfo } from '../cache/pod-info';

/** Places of an entry. */
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
  /** Plugins among them that wait for work they started. */
  pendingPlugins: ReadonlySet<string>;
  /** Number of the pop it is in flight for. */
  cycle: number;
  /** Position in the in-flight event list at its pop. */
  eventsFrom: number;
  place: QueuePlace;
  /** Arrival number: the last tie-break, so that order is total. */
  sequence: number;
}

/** A pod in the queue as plain data. */
export type QueuedPodState = Omit<QueuedPod, 'info' | 'rejectors' | 'pendingPlugins' | 'initialAttemptTimestampMs'> & {
  readonly uid: string;
  readonly rejectors: readonly string[];
  readonly pendingPlugins: readonly string[];
  readonly initialAttemptTimestampMs?: number;
};

export function queuedPodState(entry: Readonly<QueuedPod>): QueuedPodState {
  const { info, rejectors, pendingPlugins, initialAttemptTimestampMs, ...rest } = entry;
  return {
    ...rest,
    uid: info.uid,
    rejectors: [...rejectors],
    pendingPlugins: [...pendingPlugins],
    ...(initialAttemptTimestampMs !== undefined && { initialAttemptTimestampMs }),
  };
}

export function queuedPodFrom({ uid: _of, ...state }: QueuedPodState, info: PodInfo): QueuedPod {
  const { rejectors, pendingPlugins, initialAttemptTimestampMs } = state;
  return {
    ...state,
    info,
    rejectors: new Set(rejectors),
    pendingPlugins: new Set(pendingPlugins),
    initialAttemptTimestampMs,
  };
}
