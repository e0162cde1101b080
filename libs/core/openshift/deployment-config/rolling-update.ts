import type { RollingParams } from './config-types';
import { rollingLimits } from './rolling-limits';
import { replicasOf, type Version } from './version';

/** The bounds of one rolling update, in pods. */
export interface RollingBounds {
  readonly desired: number;
  readonly surge: number;
  readonly minAvailable: number;
}

/** Returns the bounds that the settings mean for this number of pods. */
export function rollingBounds(params: RollingParams | undefined, desired: number): RollingBounds {
  const { surge, unavailable } = rollingLimits(params, desired);
  return { desired, surge, minAvailable: Math.max(0, desired - unavailable) };
}

/** Returns how many pods the new version may have now (`scaleUp` of origin's rolling_updater.go). */
export function sizeUp({ desired, surge }: RollingBounds, from: Version, to: Version): number {
  const [old, now] = [replicasOf(from), replicasOf(to)];
  if (now === desired) return now;
  const increment = old === 0 ? desired - now : desired + surge - (old + now);
  return increment <= 0 ? now : Math.min(desired, now + increment);
}

/** Returns how many pods the old version must keep now (`scaleDown` of origin's rolling_updater.go). */
export function sizeDown({ desired, minAvailable }: RollingBounds, from: Version, to: Version): number {
  const [old, now] = [replicasOf(from), replicasOf(to)];
  // One that was just scaled down still reports more.
  const available = Math.min(to.status?.availableReplicas ?? 0, now);
  const decrement = old + now - minAvailable - (now - available);
  if (old === 0 || decrement <= 0) return old;
  return now === desired && available === desired ? 0 : Math.max(0, old - decrement);
}
