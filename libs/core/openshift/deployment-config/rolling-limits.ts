import type { RollingParams } from './config-types';

/** Returns the limits of a rolling update's deviation from the number of pods (`ResolveFenceposts` of library-go's appsutil). */
export function rollingLimits(
  { maxSurge = 0, maxUnavailable = 0 }: RollingParams = {},
  replicas: number,
): { readonly surge: number; readonly unavailable: number } {
  const surge = resolved(maxSurge, replicas, Math.ceil);
  const unavailable = resolved(maxUnavailable, replicas, Math.floor);
  // Rounding may leave no room at all, and then nothing would ever move.
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

function resolved(bound: number | string, replicas: number, round: (value: number) => number): number {
  return typeof bound === 'number' ? bound : round((Number.parseInt(bound, 10) * replicas) / 100);
}
