import type { Container, Pod } from '@orrery/api-types';
import { addQuantities, compareQuantities, parseQuantity, type Quantity } from '@orrery/quantity';

/**
 * A pod's request (or limit) of one resource: containers and sidecars together, or the most demanding
 * plain init container; its overhead on top. Undefined if no container names the resource.
 */
export function podAmount(pod: Pod, resource: string, kind: 'requests' | 'limits'): Quantity | undefined {
  let steady: Quantity | undefined;
  let peak: Quantity | undefined;
  for (const container of pod.spec.initContainers ?? []) {
    const own = containerAmount(container, resource, kind);
    if (!own) continue;
    const isSidecar = (container as { restartPolicy?: string }).restartPolicy === 'Always';
    if (isSidecar) steady = plus(steady, own);
    const atThisStep = isSidecar ? steady! : plus(steady, own);
    if (!peak || compareQuantities(atThisStep, peak) > 0) peak = atThisStep;
  }
  for (const container of pod.spec.containers) {
    const own = containerAmount(container, resource, kind);
    if (own) steady = plus(steady, own);
  }
  const total = !steady || (peak && compareQuantities(peak, steady) > 0) ? peak : steady;
  const overhead = pod.spec.overhead?.[resource];
  // Overhead counts only on top of something.
  return total && total.nanos !== 0n && overhead !== undefined ? addQuantities(total, parseQuantity(overhead)) : total;
}

/** A pod's request in whole units (bytes), 0 if it makes none. */
export function podRequestUnits(pod: Pod, resource: string): number {
  return unitsOf(podAmount(pod, resource, 'requests'));
}

/** Whole units, rounded up. */
export function unitsOf(quantity: Quantity | undefined): number {
  if (!quantity) return 0;
  return Number((quantity.nanos + 999_999_999n) / 1_000_000_000n);
}

function containerAmount(container: Container, resource: string, kind: 'requests' | 'limits'): Quantity | undefined {
  const text = container.resources?.[kind]?.[resource];
  return text === undefined ? undefined : parseQuantity(text);
}

function plus(a: Quantity | undefined, b: Quantity): Quantity {
  return a ? addQuantities(a, b) : b;
}
