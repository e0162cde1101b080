import { qosClass, QosClass, tolerates, WellKnownTaint, type Pod } from '@orrery/api-types';
import { isCriticalPod } from './critical-pod';

const MEMORY_PRESSURE = { key: WellKnownTaint.MemoryPressure, effect: 'NoSchedule' };

/**
 * Returns why a kubelet that reports these pressure conditions refuses a pod, as the message of reason `Evicted`; undefined if
 * it takes it (spec nodes E11.1).
 */
export function pressureRefusal(pod: Pod, conditions: readonly string[]): string | undefined {
  if (conditions.length === 0 || isCriticalPod(pod)) return undefined;
  if (conditions.length === 1 && conditions[0] === 'MemoryPressure') {
    if (qosClass(pod) !== QosClass.BestEffort) return undefined;
    if (pod.spec.tolerations?.some((toleration) => tolerates(toleration, MEMORY_PRESSURE))) return undefined;
  }
  return `The node had condition: [${conditions.join(' ')}]. `;
}
