import type { KubeObject, Node } from '@orrery/api-types';
import { amountsOf, requestedBy } from '../pods/pod-resources';
import type { Utilization } from './node-types';

/** How much of a node's allocatable resources these pods request, in percent with two digits. */
export function utilizationOf(pods: readonly KubeObject[], { status }: Node): Utilization {
  const requested = requestedBy(pods);
  const allocatable = amountsOf(status.allocatable);
  const percent = (name: string): number => {
    const whole = allocatable.get(name) ?? 0n;
    return whole === 0n ? 0 : Number(((requested.get(name) ?? 0n) * 10_000n) / whole) / 100;
  };
  return { cpuPercent: percent('cpu'), memoryPercent: percent('memory'), podsPercent: percent('pods') };
}
