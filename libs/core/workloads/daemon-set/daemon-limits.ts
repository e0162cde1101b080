import type { DaemonSet } from '@orrery/api-types';

/** Limits of a rolling update, in nodes. */
export interface DaemonLimits {
  readonly surge: number;
  readonly unavailable: number;
}

/** Percentages are of the nodes that shall have a pod, rounded up; when both come to nothing, one node may be without. */
export function daemonLimits({ spec }: DaemonSet, desired: number): DaemonLimits {
  const { maxSurge = 0, maxUnavailable = 1 } = spec.updateStrategy?.rollingUpdate ?? {};
  const surge = resolve(maxSurge, desired);
  const unavailable = resolve(maxUnavailable, desired);
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

export function isRollingUpdate({ spec }: DaemonSet): boolean {
  return (spec.updateStrategy?.type ?? 'RollingUpdate') === 'RollingUpdate';
}

function resolve(value: number | string, total: number): number {
  return typeof value === 'number' ? value : Math.ceil((Number.parseInt(value, 10) * total) / 100);
}
