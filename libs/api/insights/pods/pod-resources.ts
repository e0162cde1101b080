import type { Container, KubeObject, Pod } from '@orrery/api-types';
import { quantityMilliValue, quantityValue } from '@orrery/quantity';

/** Amounts by resource: cpu in thousandths, everything else in units. */
export type ResourceAmounts = Map<string, bigint>;

/**
 * Returns the resources that the scheduler reserves for a pod: the larger of its running containers and the peak of its
 * start-up.
 */
export function effectiveRequests(object: KubeObject): ResourceAmounts {
  const { spec } = object as Pod;
  const running: ResourceAmounts = new Map();
  const peak: ResourceAmounts = new Map();
  for (const container of spec.initContainers ?? []) {
    if (container.restartPolicy === 'Always') {
      add(running, requestsOf(container));
      raise(peak, running);
    } else {
      const step = new Map(running);
      add(step, requestsOf(container));
      raise(peak, step);
    }
  }
  for (const container of spec.containers) add(running, requestsOf(container));
  raise(running, peak);
  add(running, amountsOf(spec.overhead));
  running.set('pods', 1n);
  return running;
}

/** Reads a resource list. */
export function amountsOf(list: Readonly<Record<string, string | number>> | undefined): ResourceAmounts {
  const amounts: ResourceAmounts = new Map();
  for (const [name, text] of Object.entries(list ?? {})) {
    amounts.set(name, name === 'cpu' ? quantityMilliValue(text) : quantityValue(text));
  }
  return amounts;
}

/** Returns the sum of the requests of these pods; pods that have ended request nothing. */
export function requestedBy(pods: Iterable<KubeObject>): ResourceAmounts {
  const total: ResourceAmounts = new Map();
  for (const pod of pods) {
    const phase = (pod as Pod).status?.phase;
    if (phase !== 'Succeeded' && phase !== 'Failed') add(total, effectiveRequests(pod));
  }
  return total;
}

/** Amounts in the shape of the GraphQL type ResourceTotals. */
export function totalsOf(amounts: ResourceAmounts): Record<string, unknown> {
  return {
    cpuMillis: amounts.get('cpu') ?? 0n,
    memoryBytes: amounts.get('memory') ?? 0n,
    ephemeralStorageBytes: amounts.get('ephemeral-storage') ?? 0n,
    pods: Number(amounts.get('pods') ?? 0n),
    all: Object.fromEntries([...amounts].map(([name, amount]) => [name, String(amount)])),
  };
}

export function add(total: ResourceAmounts, more: ResourceAmounts): void {
  for (const [name, amount] of more) total.set(name, (total.get(name) ?? 0n) + amount);
}

function requestsOf(container: Container): ResourceAmounts {
  return amountsOf(container.resources?.requests);
}

function raise(total: ResourceAmounts, other: ResourceAmounts): void {
  for (const [name, amount] of other) if (amount > (total.get(name) ?? 0n)) total.set(name, amount);
}
