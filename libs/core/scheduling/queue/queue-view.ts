import type { SchedulerParts } from '../scheduler-parts';
import { backoffMs, DEFAULT_BACKOFF, type BackoffLimits } from './backoff';
import type { QueuedPod, QueuePlace } from './queued-pod';

/** A pod in the queue, for people. */
export interface QueuedPodView {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly priority: number;
  /** Attempts so far. */
  readonly attempts: number;
  /** Cluster time of its last entry from outside or from a failed attempt. */
  readonly sinceMs: number;
  /** Cluster time of its first attempt. */
  readonly firstAttemptMs: number | undefined;
  /** Cluster time at which its back-off ends; undefined if it is not backing off. */
  readonly backoffUntilMs: number | undefined;
  /** Plugins whose events may wake it. */
  readonly rejectors: readonly string[];
}

/** The pods in one place, the first of them in its order. */
export interface QueuePlaceView {
  readonly count: number;
  readonly pods: readonly QueuedPodView[];
}

/** Waiting pods in each part of a scheduler's queue. */
export type QueueView = Readonly<Record<Exclude<QueuePlace, 'none'>, QueuePlaceView>>;

/** Returns a view of the queue; it names the first `limit` pods of each place: those that come next, or have waited longest. */
export function viewQueue({ queue, profiles }: SchedulerParts, limit: number, backoff?: BackoffLimits): QueueView {
  const limits = backoff ?? DEFAULT_BACKOFF;
  const [profile] = profiles.values();
  const byPlace: Record<keyof QueueView, Readonly<QueuedPod>[]> = {
    active: [],
    backoff: [],
    unschedulable: [],
    gated: [],
    inFlight: [],
  };
  for (const entry of queue.all()) if (entry.place !== 'none') byPlace[entry.place].push(entry);
  const until = (entry: Readonly<QueuedPod>): number => entry.timestampMs + backoffMs(entry.attempts, limits);
  const bySequence = (a: Readonly<QueuedPod>, b: Readonly<QueuedPod>): number => a.sequence - b.sequence;
  byPlace.active.sort((a, b) => profile!.framework.queueSort.compare(a, b) || bySequence(a, b));
  byPlace.backoff.sort((a, b) => until(a) - until(b) || bySequence(a, b));
  for (const place of ['unschedulable', 'gated', 'inFlight'] as const) byPlace[place].sort(bySequence);
  const view = (place: keyof QueueView): QueuePlaceView => ({
    count: byPlace[place].length,
    pods: byPlace[place]
      .slice(0, limit)
      .map((entry) => viewEntry(entry, place === 'backoff' ? until(entry) : undefined)),
  });
  return {
    active: view('active'),
    backoff: view('backoff'),
    unschedulable: view('unschedulable'),
    gated: view('gated'),
    inFlight: view('inFlight'),
  };
}

function viewEntry(entry: Readonly<QueuedPod>, backoffUntilMs: number | undefined): QueuedPodView {
  const { info, attempts, timestampMs, initialAttemptTimestampMs, rejectors } = entry;
  const { metadata } = info.pod;
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    uid: info.uid,
    priority: info.priority,
    attempts,
    sinceMs: timestampMs,
    firstAttemptMs: initialAttemptTimestampMs,
    backoffUntilMs,
    rejectors: [...rejectors].sort(),
  };
}
