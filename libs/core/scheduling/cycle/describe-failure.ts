import type { Pod } from '@orrery/api-types';
import type { PodScheduledCondition, PodStatusPatch } from '../decision';
import type { PodEvent } from '../framework/scheduling-effect';

const MAX_EVENT_MESSAGE = 1024;
const CUT_MARK = ' ...';

/** The event of a failed attempt; its message is cut to 1024 characters. */
export function failedSchedulingEvent(message: string): PodEvent {
  const cut =
    message.length <= MAX_EVENT_MESSAGE ? message : message.slice(0, MAX_EVENT_MESSAGE - CUT_MARK.length) + CUT_MARK;
  return { type: 'Warning', reason: 'FailedScheduling', message: cut };
}

/** The event of a placed pod. */
export function scheduledEvent(pod: Pod, nodeName: string, hasNamespace: boolean): PodEvent {
  const name = hasNamespace ? `${pod.metadata.namespace ?? ''}/${pod.metadata.name}` : pod.metadata.name;
  return { type: 'Normal', reason: 'Scheduled', message: `Successfully assigned ${name} to ${nodeName}` };
}

/** Returns the patch by which the pod's status shows the failure; undefined if it does already. */
export function failurePatch(
  pod: Pod,
  condition: PodScheduledCondition,
  nominatedNodeName: string | undefined,
): PodStatusPatch | undefined {
  const current = pod.status?.conditions?.find(({ type }) => type === condition.type);
  const isShown =
    current?.status === condition.status &&
    current.reason === condition.reason &&
    current.message === condition.message;
  const isNominationNew =
    nominatedNodeName !== undefined && nominatedNodeName !== (pod.status?.nominatedNodeName ?? '');
  if (isShown && !isNominationNew) return undefined;
  return { ...(isShown ? {} : { condition }), ...(isNominationNew ? { nominatedNodeName } : {}) };
}
