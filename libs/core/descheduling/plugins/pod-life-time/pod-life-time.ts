import type { ContainerStatus } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import type { PodView } from '../../cluster/cluster-views';
import { EvictionOutcome } from '../../run/eviction-outcome';
import { evictFromNode, keepEvictable, ListEnd } from '../../run/evict-pods';
import { podSelection } from '../../run/pod-selection';
import { DeschedulingPoint, strategyOf } from '../../run/strategy';
import { POD_LIFE_TIME_ARGS, type ConditionFilter, type PodLifeTimeArgs } from './args';

/** Evicts pods that have lived, or been in a state, for long enough; see the knob `oldestPods` for their order. */
export const podLifeTime = strategyOf({
  name: 'PodLifeTime',
  point: DeschedulingPoint.Deschedule,
  args: POD_LIFE_TIME_ARGS,
  configure: (args) => {
    const isSelected = podSelection(args);
    return async (context) => {
      const old: PodView[] = [];
      const reasonFor = (): string => reasonText(args);
      for (const node of context.nodes) {
        const due = node.alivePods().filter((pod) => isSelected(pod) && isDue(pod, args, context.nowMs));
        const evictable = keepEvictable(context, due, reasonFor);
        if (context.behaviour.oldestPods === 'ofAllNodes') old.push(...evictable);
        else if ((await evictFromNode(context, evictable, reasonFor)) === ListEnd.TotalLimit) return;
      }
      old.sort((a, b) => a.createdMs - b.createdMs);
      for (const pod of old) {
        if ((await context.evict(pod, reasonFor())) === EvictionOutcome.TotalLimit) return;
      }
    };
  },
});

function reasonText({ maxPodLifeTimeSeconds, states }: PodLifeTimeArgs): string {
  const age = maxPodLifeTimeSeconds === undefined ? 'pod matches' : `pod is older than ${maxPodLifeTimeSeconds} s`;
  return states.length === 0 ? age : `${age} and in one of the states ${states.join(', ')}`;
}

function isDue(pod: PodView, args: PodLifeTimeArgs, nowMs: number): boolean {
  const { maxPodLifeTimeSeconds: limit, ownerKinds } = args;
  const ageMs = nowMs - pod.createdMs;
  if (limit !== undefined && (ageMs < 0 || Math.trunc(ageMs / 1000) <= limit)) return false;
  if (args.states.length > 0 && !isInState(pod, args)) return false;
  const isOwnedBy = (kinds: readonly string[]): boolean => pod.owners.some(({ kind }) => kinds.includes(kind));
  if (ownerKinds.include.length > 0 && !isOwnedBy(ownerKinds.include)) return false;
  if (ownerKinds.exclude.length > 0 && isOwnedBy(ownerKinds.exclude)) return false;
  if (args.conditions.length > 0 && !args.conditions.some((filter) => hasCondition(pod, filter, nowMs))) return false;
  return args.exitCodes.length === 0 || hasExitCode(pod, args);
}

function isInState(pod: PodView, args: PodLifeTimeArgs): boolean {
  const { states, includingInitContainers, includingEphemeralContainers } = args;
  const { status } = pod.pod;
  const isListed = (statuses: readonly ContainerStatus[] | undefined): boolean =>
    (statuses ?? []).some(
      ({ state }) => states.includes(state?.waiting?.reason ?? '') || states.includes(state?.terminated?.reason ?? ''),
    );
  return (
    states.includes(status?.phase ?? '') ||
    states.includes(status?.reason ?? '') ||
    isListed(status?.containerStatuses) ||
    (includingInitContainers && isListed(status?.initContainerStatuses)) ||
    (includingEphemeralContainers && isListed(status?.ephemeralContainerStatuses))
  );
}

function hasCondition({ pod }: PodView, filter: ConditionFilter, nowMs: number): boolean {
  return (pod.status?.conditions ?? []).some((condition) => {
    if (filter.type && condition.type !== filter.type) return false;
    if (filter.status && condition.status !== filter.status) return false;
    if (filter.reason && condition.reason !== filter.reason) return false;
    if (filter.minTimeSinceLastTransitionSeconds === undefined) return true;
    const sinceMs = parseTimeMs(condition.lastTransitionTime);
    return sinceMs !== undefined && Math.trunc((nowMs - sinceMs) / 1000) >= filter.minTimeSinceLastTransitionSeconds;
  });
}

function hasExitCode({ pod: { status } }: PodView, args: PodLifeTimeArgs): boolean {
  const { exitCodes, includingInitContainers } = args;
  const statuses = [
    ...(status?.containerStatuses ?? []),
    ...(includingInitContainers ? (status?.initContainerStatuses ?? []) : []),
  ];
  return statuses.some(({ state }) => state?.terminated !== undefined && exitCodes.includes(state.terminated.exitCode));
}
