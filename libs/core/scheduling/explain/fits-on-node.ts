import type { Pod } from '@orrery/api-types';
import { podInfoOf, podUid } from '../cache/pod-info';
import { runPreFilter } from '../cycle/run-pre-filter';
import { CycleState } from '../framework/cycle-state';
import { isSuccess } from '../framework/status';
import { DEFAULT_SCHEDULER_NAME } from '../profiles/profile';
import type { SchedulerParts } from '../scheduler-parts';
import { withoutPods } from './without-pods';

/**
 * Returns whether a pod could be placed on one node, by every filter of its profile; where it runs now does not count. Undefined
 * if no profile serves the pod, false for a node that is not known.
 */
export function fitsOnNode(parts: SchedulerParts, pod: Pod, nodeName: string): boolean | undefined {
  const profile = parts.profiles.get(pod.spec.schedulerName ?? DEFAULT_SCHEDULER_NAME);
  if (!profile) return undefined;
  const isPlaced = parts.cache.pod(podUid(pod)) !== undefined;
  const { nodeName: _nodeName, ...spec } = pod.spec;
  return withoutPods(parts, isPlaced ? [pod] : [], () => {
    const node = parts.cache.snapshot().get(nodeName);
    if (!node) return false;
    const info = podInfoOf({ ...pod, spec }, parts.shapes);
    const state = new CycleState();
    const { status, nodeNames } = runPreFilter(profile.framework, state, info);
    if (!isSuccess(status) || (nodeNames && !nodeNames.has(nodeName))) return false;
    return isSuccess(profile.cycle.runner.filterWithNominatedPods(state, info, node));
  });
}
