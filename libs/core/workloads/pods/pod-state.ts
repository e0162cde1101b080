import { isTerminalPhase, type Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';

/** Returns whether the pod counts as one of its owner's: neither ended nor being deleted. */
export function isActive({ metadata, status }: Pod): boolean {
  return metadata.deletionTimestamp === undefined && !isTerminalPhase(status?.phase);
}

/** Returns whether the pod is being deleted and has not ended yet (`IsPodTerminating` upstream). */
export function isTerminating({ metadata, status }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined && !isTerminalPhase(status?.phase);
}

/** Returns the time since which the pod is ready, in ms; undefined if it is not. */
export function readySinceMs({ status }: Pod): number | undefined {
  for (const condition of status?.conditions ?? []) {
    if (condition.type !== 'Ready') continue;
    return condition.status === 'True' ? (parseTimeMs(condition.lastTransitionTime) ?? 0) : undefined;
  }
  return undefined;
}

export function isReady({ status }: Pod): boolean {
  for (const { type, status: answer } of status?.conditions ?? []) if (type === 'Ready') return answer === 'True';
  return false;
}

/** Returns the time from which on a ready pod counts as available, in ms; undefined if it is not ready. */
export function availableFromMs(pod: Pod, minReadySeconds: number): number | undefined {
  if (minReadySeconds <= 0) return isReady(pod) ? 0 : undefined;
  const since = readySinceMs(pod);
  return since === undefined ? undefined : since + minReadySeconds * 1000;
}

/** The restarts of the container that restarted most. */
export function maxRestarts({ status }: Pod): number {
  let most = 0;
  for (const { restartCount } of status?.containerStatuses ?? []) most = Math.max(most, restartCount);
  return most;
}
