import type { Container, Pod } from '@orrery/api-types';
import { quantityMilliValue, quantityValue } from '@orrery/quantity';
import { containerRole } from '../containers/container-view';

/** Amounts by resource: cpu in thousandths, everything else in units. */
export type ResourceAmounts = ReadonlyMap<string, bigint>;

/**
 * Returns the resources that a pod needs at its most demanding moment, start-up included, with overhead and one for the
 * resource `pods`.
 */
export function podRequests(pod: Pod): Map<string, bigint> {
  const steady = new Map<string, bigint>();
  const peak = new Map<string, bigint>();
  for (const container of pod.spec.initContainers ?? []) {
    const requests = containerRequests(container);
    if (containerRole(container, true) === 'sidecar') add(steady, requests);
    const atThisStep = new Map(steady);
    if (containerRole(container, true) === 'init') add(atThisStep, requests);
    raise(peak, atThisStep);
  }
  for (const container of pod.spec.containers) add(steady, containerRequests(container));
  raise(steady, peak);
  add(steady, amounts(pod.spec.overhead));
  steady.set('pods', 1n);
  return steady;
}

/** Reads a resource list; cpu in thousandths. */
export function amounts(list: Readonly<Record<string, string | number>> | undefined): Map<string, bigint> {
  const result = new Map<string, bigint>();
  for (const [name, text] of Object.entries(list ?? {})) {
    result.set(name, name === 'cpu' ? quantityMilliValue(text) : quantityValue(text));
  }
  return result;
}

function containerRequests(container: Container): Map<string, bigint> {
  return amounts({ ...container.resources?.limits, ...container.resources?.requests });
}

function add(total: Map<string, bigint>, more: ResourceAmounts): void {
  for (const [name, amount] of more) total.set(name, (total.get(name) ?? 0n) + amount);
}

function raise(total: Map<string, bigint>, other: ResourceAmounts): void {
  for (const [name, amount] of other) if (amount > (total.get(name) ?? 0n)) total.set(name, amount);
}
