import type { ContainerStatus } from '@orrery/api-types';
import type { PodView } from '../../cluster/cluster-views';
import type { FieldReader } from '../../policy/field-reader';
import { evictFromNode, keepEvictable, ListEnd } from '../../run/evict-pods';
import { readPodSelection } from '../../run/pod-selection';
import { DeschedulingPoint, type Strategy } from '../../run/strategy';

const ALLOWED_STATES: readonly string[] = ['CrashLoopBackOff', 'Running'];

/** Evicts pods whose containers restarted too often, most restarts of a node first. */
export const removePodsHavingTooManyRestarts: Strategy = {
  name: 'RemovePodsHavingTooManyRestarts',
  point: DeschedulingPoint.Deschedule,
  configure: (reader) => {
    const isSelected = readPodSelection(reader, { labelled: true });
    const threshold = reader.int('podRestartThreshold') ?? 0;
    if (threshold < 1) reader.invalid('podRestartThreshold', 'invalid PodsHavingTooManyRestarts threshold');
    const includesInit = reader.bool('includingInitContainers') ?? false;
    const isInState = readStates(reader, includesInit);
    reader.refuseUnknown();
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
};

function restartsOf({ pod: { status } }: PodView, includesInit: boolean): number {
  const sum = (statuses: readonly ContainerStatus[] | undefined): number =>
    (statuses ?? []).reduce((total, { restartCount }) => total + (restartCount ?? 0), 0);
  return sum(status?.containerStatuses) + (includesInit ? sum(status?.initContainerStatuses) : 0);
}

function readStates(reader: FieldReader, includesInit: boolean): (pod: PodView) => boolean {
  const states = reader.strings('states') ?? [];
  if (states.some((state) => !ALLOWED_STATES.includes(state))) {
    reader.invalid('states', `states must be one of [${ALLOWED_STATES.join(' ')}]`);
  }
  if (states.length === 0) return () => true;
  const waits = (statuses: readonly ContainerStatus[] | undefined): boolean =>
    (statuses ?? []).some(({ state }) => state?.waiting?.reason !== undefined && states.includes(state.waiting.reason));
  return ({ pod: { status } }) =>
    states.includes(status?.phase ?? '') ||
    waits(status?.containerStatuses) ||
    (includesInit && waits(status?.initContainerStatuses));
}
