import type { Pod } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import { podEvent, type PatchPodCondition, type RecordEvent } from '../actions';
import { NODE_CONTROLLER } from '../node-events';

/**
 * Returns the mark of a pod on a node that is not ready: Ready becomes False, its reason and message stay, and an event
 * gives the reason. Undefined for a pod without a Ready condition or with one already False (spec nodes A11).
 */
export function podNotReadyMark(pod: Pod, nowMs: number): [PatchPodCondition, RecordEvent] | undefined {
  const ready = pod.status?.conditions?.find((condition) => condition.type === 'Ready');
  if (!ready || ready.status === 'False') return undefined;
  const { name, namespace = '', uid } = pod.metadata;
  const condition = { ...ready, status: 'False', lastTransitionTime: formatTime(nowMs) };
  return [
    { kind: 'patchPodCondition', namespace, name, uid, condition },
    podEvent(pod, {
      type: 'Warning',
      reason: 'NodeNotReady',
      message: 'Node is not ready',
      component: NODE_CONTROLLER,
    }),
  ];
}
