import type { Pod, PodCondition } from '../../objects';
import { ConditionStatus, PodConditionType } from '../../pods/pod-constants';

/**
 * Conditions that a pod is stored with from the start. A gated one says that it is not looked at: no scheduler will, so
 * the API server does, and without a time (upstream `pkg/registry/core/pod/strategy.go`).
 */
export function firstConditions({ spec }: Pod): readonly PodCondition[] {
  if (!spec.schedulingGates?.length) return [];
  const message = 'Scheduling is blocked due to non-empty scheduling gates';
  return [{ type: PodConditionType.PodScheduled, status: ConditionStatus.False, reason: 'SchedulingGated', message }];
}
