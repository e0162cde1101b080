import type { ContainerStatus } from '@orrery/api-types';
import type { PodView } from '../../cluster/cluster-views';
import { evictFromNode, keepEvictable, ListEnd } from '../../run/evict-pods';
import { podSelection } from '../../run/pod-selection';
import { DeschedulingPoint, strategyOf } from '../../run/strategy';
import { TOO_MANY_RESTARTS_ARGS, type TooManyRestartsArgs } from './args';

/** Evicts pods whose containers restarted too often, most restarts of a node first. */
export const removePodsHavingTooManyRestarts = strategyOf({
  name: 'RemovePodsHavingTooManyRestarts',
  point: DeschedulingPoint.Deschedule,
  args: TOO_MANY_RESTARTS_ARGS,
  configure: (args) => {
    const { podRestartThreshold: threshold, includingInitContainers: includesInit } = args;
    const isSelected = podSelection(args);
    const isInState = stateTest(args);
    return async (context) => {
      for (const node of context.nodes) {
        const restarts = new Map<PodView, number>();
        const violating = node.alivePods().filter((pod) => {
          const count = restartsOf(pod, includesInit);
          restarts.set(pod, count);
          return count >= threshold && isSelected(pod) && isInState(pod);
        });
        const reasonFor = (pod: PodView): string => `${restarts.get(pod)} restarts, allowed are ${threshold - 1}`;
        const evictable = keepEvictable(context, violating, reasonFor);
        if (context.behaviour.restartsOrder === 'mostFirst') {
          evictable.sort((a, b) => restarts.get(b)! - restarts.get(a)!);
        }
        if ((await evictFromNode(context, evictable, reasonFor)) === ListEnd.TotalLimit) return;
      }
    };
  },
});

function restartsOf({ pod: { status } }: PodView, includesInit: boolean): number {
  const sum = (statuses: readonly ContainerStatus[] | undefined): number =>
    (statuses ?? []).reduce((total, { restartCount }) => total + (restartCount ?? 0), 0);
  return sum(status?.containerStatuses) + (includesInit ? sum(status?.initContainerStatuses) : 0);
}

function stateTest({ states, includingInitContainers: includesInit }: TooManyRestartsArgs): (pod: PodView) => boolean {
  if (states.length === 0) return () => true;
  const waits = (statuses: readonly ContainerStatus[] | undefined): boolean =>
    (statuses ?? []).some(({ state }) => state?.waiting?.reason !== undefined && states.includes(state.waiting.reason));
  return ({ pod: { status } }) =>
    states.includes(status?.phase ?? '') ||
    waits(status?.containerStatuses) ||
    (includesInit && waits(status?.initContainerStatuses));
}
