import type { Pod, PodStatus } from '@orrery/api-types';
import { isSameValue } from './same-value';

/** What went to and fro within one instant was never seen: its condition has not changed. */
export function withSeenTransitions(after: PodStatus, before: PodStatus): PodStatus {
  if (after === before || !after.conditions || !before.conditions) return after;
  const seen = new Map(before.conditions.map((condition) => [condition.type, condition]));
  const conditions = after.conditions.map((condition) => {
    const old = seen.get(condition.type);
    if (old?.status !== condition.status || !old.lastTransitionTime) return condition;
    return { ...condition, lastTransitionTime: old.lastTransitionTime };
  });
  return { ...after, conditions };
}

/** Whether a pod asks for the same as before; its status apart. */
export function isSameRequest(before: Pod, after: Pod): boolean {
  const [a, b] = [before.metadata, after.metadata];
  return (
    a.deletionTimestamp === b.deletionTimestamp &&
    a.deletionGracePeriodSeconds === b.deletionGracePeriodSeconds &&
    isSameValue(a.annotations, b.annotations) &&
    isSameValue(a.labels, b.labels) &&
    isSameValue(before.spec, after.spec)
  );
}
