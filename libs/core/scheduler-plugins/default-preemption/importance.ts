import { parseTimeMs } from '@orrery/time';
import type { PodInfo } from '@orrery/scheduling';

/** Returns the start of a pod, in cluster milliseconds; one that has not started counts as starting now. */
export function startedAtMs({ pod }: PodInfo, nowMs: number): number {
  return parseTimeMs(pod.status?.startTime) ?? nowMs;
}

/** Orders pods by importance: higher priority first, then the ones that started earlier. Ties keep their order. */
export function byImportance(nowMs: number): (a: PodInfo, b: PodInfo) => number {
  return (a, b) => b.priority - a.priority || startedAtMs(a, nowMs) - startedAtMs(b, nowMs);
}
