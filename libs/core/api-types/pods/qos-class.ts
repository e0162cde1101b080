import { addQuantities, parseQuantity, type Quantity } from '@orrery/quantity';
import type { Container, PodSpec } from '../objects';
import { onceForShared } from './shared-specs';

/** Quality of service of a pod: the guarantee that it gets its requests. */
export const QosClass = { Guaranteed: 'Guaranteed', Burstable: 'Burstable', BestEffort: 'BestEffort' } as const;
export type QosClass = (typeof QosClass)[keyof typeof QosClass];

const COMPUTE_RESOURCES = ['cpu', 'memory'] as const;

/**
 * The QoS class of a pod, from cpu and memory of containers and init containers, positive amounts only: nothing asked
 * for is BestEffort; every container limited in both, and sums of requests equal to those of limits, is Guaranteed.
 * As in v1.20.2 `pkg/apis/core/v1/helper/qos/qos.go`. Amounts must be quantities.
 */
export function qosClass({ spec }: { readonly spec: PodSpec }): QosClass {
  return classOf(spec);
}

const classOf = onceForShared(({ containers, initContainers }: Partial<PodSpec>): QosClass => {
  const requests = new Map<string, Quantity>();
  const limits = new Map<string, Quantity>();
  let allLimited = true;
  const count = (container: Container): void => {
    addPositive(requests, container.resources?.requests);
    if (addPositive(limits, container.resources?.limits) < COMPUTE_RESOURCES.length) allLimited = false;
  };
  // Admission asks before validation has refused a pod without containers.
  containers?.forEach(count);
  initContainers?.forEach(count);
  if (requests.size === 0 && limits.size === 0) return QosClass.BestEffort;
  if (!allLimited || requests.size !== limits.size) return QosClass.Burstable;
  for (const [name, request] of requests) {
    if (limits.get(name)?.nanos !== request.nanos) return QosClass.Burstable;
  }
  return QosClass.Guaranteed;
});

/** Adds the positive compute amounts to the totals and says how many there were. */
function addPositive(totals: Map<string, Quantity>, amounts: Readonly<Record<string, string>> | undefined): number {
  if (!amounts) return 0;
  let found = 0;
  for (const name of COMPUTE_RESOURCES) {
    const text = amounts[name];
    if (text === undefined) continue;
    const quantity = parseQuantity(text);
    if (quantity.nanos <= 0n) continue;
    const total = totals.get(name);
    totals.set(name, total ? addQuantities(total, quantity) : quantity);
    found++;
  }
  return found;
}
