import type { Deployment } from '@orrery/api-types';

/** Longer deadlines mean none (`math.MaxInt32`, as upstream). */
const NO_DEADLINE_SECONDS = 2_147_483_647;

/** Limits of a rollout's deviation from the desired number of pods. */
export interface RolloutLimits {
  readonly replicas: number;
  /** Pods above `replicas` that may exist for a while. */
  readonly surge: number;
  /** Pods below `replicas` that may be missing for a while. */
  readonly unavailable: number;
}

/**
 * Resolves percentages (spec api B2): surge is rounded up, unavailable down; if both are zero, one pod may be missing,
 * because otherwise no rollout could proceed. Only rolling updates have these limits.
 */
export function rolloutLimits({ spec }: Deployment): RolloutLimits {
  const replicas = spec.replicas ?? 1;
  if (!isRollingUpdate(spec)) return { replicas, surge: 0, unavailable: 0 };
  const { maxSurge = 0, maxUnavailable = 0 } = spec.strategy?.rollingUpdate ?? {};
  const surge = resolve(maxSurge, replicas, Math.ceil);
  const unavailable = resolve(maxUnavailable, replicas, Math.floor);
  const atLeastOne = surge === 0 && unavailable === 0 ? 1 : unavailable;
  return { replicas, surge, unavailable: Math.min(atLeastOne, replicas) };
}

export function isRollingUpdate(spec: Deployment['spec']): boolean {
  return (spec.strategy?.type ?? 'RollingUpdate') === 'RollingUpdate';
}

/** Returns the time that a rollout may take without progress, in ms; undefined without a deadline. */
export function progressDeadlineMs({ spec }: Deployment): number | undefined {
  const seconds = spec.progressDeadlineSeconds;
  return seconds === undefined || seconds === NO_DEADLINE_SECONDS ? undefined : seconds * 1000;
}

/** An integer as it is, a percentage of `total` rounded. */
function resolve(value: number | string, total: number, round: (value: number) => number): number {
  if (typeof value === 'number') return value;
  return round((Number.parseInt(value, 10) * total) / 100);
}
