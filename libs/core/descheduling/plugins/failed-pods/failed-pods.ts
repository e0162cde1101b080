import type { ContainerStatus } from '@orrery/api-types';
import type { PodView } from '../../cluster/cluster-views';
import { evictFromNode, keepEvictable, ListEnd } from '../../run/evict-pods';
import { podSelection } from '../../run/pod-selection';
import { DeschedulingPoint, strategyOf } from '../../run/strategy';
import { FAILED_PODS_ARGS, type FailedPodsArgs } from './args';

/** Evicts pods that failed, so that their owners make new ones. */
export const removeFailedPods = strategyOf({
  name: 'RemoveFailedPods',
  point: DeschedulingPoint.Deschedule,
  args: FAILED_PODS_ARGS,
  configure: (args) => {
    const isSelected = podSelection(args);
    return async (context) => {
      for (const node of context.nodes) {
        const failed = node
          .alivePods()
          .filter((pod) => pod.pod.status?.phase === 'Failed' && isSelected(pod) && isDue(pod, args, context.nowMs));
        const reasonFor = (pod: PodView): string => `pod failed${reasonText(pod)}`;
        const evictable = keepEvictable(context, failed, reasonFor);
        if ((await evictFromNode(context, evictable, reasonFor)) === ListEnd.TotalLimit) return;
      }
    };
  },
});

function isDue(pod: PodView, rules: FailedPodsArgs, nowMs: number): boolean {
  const ageSeconds = Math.trunc((nowMs - pod.createdMs) / 1000);
  if (ageSeconds < rules.minPodLifetimeSeconds) return false;
  if (pod.owners.some(({ kind }) => rules.excludeOwnerKinds.includes(kind))) return false;
  const statuses = statusesOf(pod, rules.includingInitContainers);
  if (rules.reasons.length > 0 && !reasonsOf(pod, statuses).some((reason) => rules.reasons.includes(reason))) {
    return false;
  }
  if (rules.exitCodes.length === 0) return true;
  return statuses.some(({ state }) => state?.terminated && rules.exitCodes.includes(state.terminated.exitCode));
}

function statusesOf({ pod: { status } }: PodView, includesInit: boolean): readonly ContainerStatus[] {
  const own = status?.containerStatuses ?? [];
  return includesInit ? [...own, ...(status?.initContainerStatuses ?? [])] : own;
}

function reasonsOf(pod: PodView, statuses: readonly ContainerStatus[]): string[] {
  const reasons = statuses.flatMap(({ state }) => [state?.waiting?.reason ?? '', state?.terminated?.reason ?? '']);
  return [...reasons, pod.pod.status?.reason ?? ''].filter((reason) => reason !== '');
}

function reasonText(pod: PodView): string {
  const [first] = reasonsOf(pod, statusesOf(pod, true));
  return first === undefined ? '' : `: ${first}`;
}
