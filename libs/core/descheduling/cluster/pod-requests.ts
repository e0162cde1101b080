import type { Container, Pod } from '@orrery/api-types';
import { quantityMilliValue, quantityValue } from '@orrery/quantity';

/** Amounts by resource: cpu in thousandths of a core, everything else in whole units (memory in bytes). */
export type Amounts = Readonly<Record<string, number>>;

const NOTHING: Amounts = Object.freeze(Object.create(null) as Record<string, number>);

/** An amount of one resource in the unit of {@link Amounts}. */
function amountOf(resource: string, quantity: string | number): number {
  return Number(resource === 'cpu' ? quantityMilliValue(quantity) : quantityValue(quantity));
}

/** A resource list, such as a node's allocatable, as amounts. */
export function amountsOf(list: Readonly<Record<string, string>> | undefined): Amounts {
  if (!list) return NOTHING;
  const amounts = Object.create(null) as Record<string, number>;
  for (const resource of Object.keys(list)) amounts[resource] = amountOf(resource, list[resource]!);
  return amounts;
}

/** Amounts that a pod occupies on its node, and those that its departure is assumed to free. */
export interface PodRequests {
  /** Containers summed, at least the largest init container, overhead added. */
  readonly occupied: Amounts;
  /** The same, but overhead counts only for resources that the pod requests at all. */
  readonly freed: Amounts;
}

/**
 * The requests of a pod as v0.34 `pkg/utils/pod.go` adds them up: a restartable init container counts as an ordinary
 * init container (the largest, not added), other than in the scheduler.
 */
export function podRequests(pod: Pod): PodRequests {
  const sum = Object.create(null) as Record<string, number>;
  for (const container of pod.spec.containers) addRequests(sum, container);
  for (const container of pod.spec.initContainers ?? []) raiseToRequests(sum, container);
  const overhead = pod.spec.overhead;
  if (!overhead) return { occupied: sum, freed: sum };
  const occupied = Object.assign(Object.create(null) as Record<string, number>, sum);
  const freed = Object.assign(Object.create(null) as Record<string, number>, sum);
  for (const resource of Object.keys(overhead)) {
    const amount = amountOf(resource, overhead[resource]!);
    occupied[resource] = (occupied[resource] ?? 0) + amount;
    if (sum[resource]) freed[resource] = sum[resource] + amount;
  }
  return { occupied, freed };
}

function addRequests(sum: Record<string, number>, container: Container): void {
  const requests = container.resources?.requests;
  if (!requests) return;
  for (const resource of Object.keys(requests)) {
    sum[resource] = (sum[resource] ?? 0) + amountOf(resource, requests[resource]!);
  }
}

function raiseToRequests(sum: Record<string, number>, container: Container): void {
  const requests = container.resources?.requests;
  if (!requests) return;
  for (const resource of Object.keys(requests)) {
    const amount = amountOf(resource, requests[resource]!);
    if (amount > (sum[resource] ?? -1)) sum[resource] = amount;
  }
}
