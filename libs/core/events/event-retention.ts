import type { Event } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';

/** Retention of an event after it was last seen, in cluster time: `--event-ttl` of kube-apiserver. */
export const EVENT_TTL_MS = 3_600_000;
/**
 * Maximum number of retained events of a cluster, the newest. A real cluster keeps all for their hour, on disk; here
 * they are in memory, and thousands of pods a minute make hundreds of thousands.
 */
export const MAX_EVENTS = 50_000;

/** Returns whether an event is older than events are kept. */
export function isExpired(event: Event, nowMs: number): boolean {
  return nowMs - lastSeenMs(event) >= EVENT_TTL_MS;
}

/** Returns the time at which an event was last seen, or first written if it has no such time. */
function lastSeenMs({ metadata, series, eventTime, firstTimestamp, lastTimestamp }: Event): number {
  const times = [metadata.creationTimestamp, series?.lastObservedTime, eventTime, firstTimestamp, lastTimestamp];
  return times.reduce<number>((latest, time) => Math.max(latest, parseTimeMs(time as string | undefined) ?? 0), 0);
}
