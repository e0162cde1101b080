import type { Pod } from '@orrery/api-types';
import { StatusCode, type Behaviour, type NodeInfo, type PodInfo, type Status } from '@orrery/scheduling';

/** Marks a pod that is deleted to make room, and why. */
export const DISRUPTION_TARGET = 'DisruptionTarget';
export const PREEMPTION_REASON = 'PreemptionByScheduler';

export interface EligibilityQuestion {
  readonly pod: PodInfo;
  /** The node promised to the pod before; undefined if there is none, or it is gone. */
  readonly nominatedNode: NodeInfo | undefined;
  /** Status of that node by this cycle's filters. */
  readonly nominatedStatus: Status | undefined;
  readonly waitFor: Behaviour['preempt']['waitFor'];
}

/**
 * Returns why a pod may not preempt; undefined if it may (spec scheduler 6.2). A pod whose victims are still terminating waits
 * for them, so that no more pods are killed for it in every cycle.
 */
export function ineligibleReason(question: EligibilityQuestion): string | undefined {
  const { pod, nominatedNode, nominatedStatus, waitFor } = question;
  if (pod.pod.spec.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  if (!nominatedNode || nominatedStatus?.code === StatusCode.UnschedulableAndUnresolvable) return undefined;
  for (const other of nominatedNode.pods.values()) {
    if (other.priority >= pod.priority || !other.pod.metadata.deletionTimestamp) continue;
    if (waitFor === 'anyTerminating' || isPreempted(other.pod)) {
      return 'not eligible due to a terminating pod on the nominated node.';
    }
  }
  return undefined;
}

function isPreempted({ status }: Pod): boolean {
  return (status?.conditions ?? []).some(
    (condition) =>
      condition.type === DISRUPTION_TARGET && condition.status === 'True' && condition.reason === PREEMPTION_REASON,
  );
}
