import type { DeploymentCondition } from '@orrery/api-types';
import { formatTime } from '@orrery/time';

/** A condition without its times. */
export interface ConditionUpdate {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

export function findCondition(
  conditions: readonly DeploymentCondition[] | undefined,
  type: string,
): DeploymentCondition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/**
 * The conditions with the changed one, which comes last; unchanged when status and reason are the same. The time of the last
 * transition stays while the status stays.
 */
export function setCondition(
  conditions: readonly DeploymentCondition[],
  updates: ConditionUpdate,
  nowMs: number,
): readonly DeploymentCondition[] {
  const known = findCondition(conditions, updates.type);
  if (known && known.status === updates.status && known.reason === updates.reason) return conditions;
  return replaceCondition(conditions, updates, nowMs);
}

/** {@link setCondition}, also when status and reason are the same: it reports progress. */
export function replaceCondition(
  conditions: readonly DeploymentCondition[],
  updates: ConditionUpdate,
  nowMs: number,
): readonly DeploymentCondition[] {
  const known = findCondition(conditions, updates.type);
  const now = formatTime(nowMs);
  const lastTransitionTime = known?.status === updates.status ? (known.lastTransitionTime ?? now) : now;
  return [...withoutCondition(conditions, updates.type), { lastUpdateTime: now, lastTransitionTime, ...updates }];
}

export function withoutCondition(
  conditions: readonly DeploymentCondition[],
  type: string,
): readonly DeploymentCondition[] {
  return conditions.filter((condition) => condition.type !== type);
}
