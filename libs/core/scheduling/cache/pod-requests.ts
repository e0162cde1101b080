import type { Container, Pod } from '@orrery/api-types';
import { tryParseQuantity } from '@orrery/quantity';
import type { Behaviour } from '../behaviour/behaviour';

/** Amounts by resource name in billionths of a unit: exact, rounded only once at the end. */
export type NanoAmounts = Map<string, bigint>;

const NANO = 1_000_000_000n;
/** Requests assumed for a container without any, in scores only. */
const ASSUMED_CPU_NANOS = NANO / 10n;
const ASSUMED_MEMORY_NANOS = 209_715_200n * NANO;

/** Amounts by the names of resources, as texts. */
export type RequestList = Readonly<Record<string, string | number>> | undefined;
interface PodLevelResources {
  readonly resources?: { readonly requests?: RequestList };
}
interface ResizedStatus {
  readonly name: string;
  readonly resources?: { readonly requests?: RequestList };
  readonly allocatedResources?: RequestList;
}

/** Rules for summing requests for one purpose. */
export interface RequestRules {
  readonly knobs: Behaviour['requests'];
  /** Containers lacking cpu or memory count the assumed amounts (for scores). */
  readonly assumeMissing: boolean;
}

/**
 * Returns the requests of a pod without its overhead: the larger of its running containers (sidecars included) and the
 * peak of its init containers; pod-level requests replace the sum (spec scheduler 1.3).
 */
export function podRequestsWithoutOverhead(pod: Pod, rules: RequestRules): NanoAmounts {
  const { knobs } = rules;
  const podLevel = knobs.podLevel ? supportedPodLevelRequests(pod) : new Map<string, bigint>();
  const assume = (amounts: NanoAmounts): NanoAmounts =>
    rules.assumeMissing ? withAssumed(amounts, podLevel) : amounts;
  const total: NanoAmounts = new Map();
  for (const container of pod.spec.containers ?? []) {
    addInto(total, assume(containerRequests(pod, container, knobs.resized)));
  }
  const sidecars: NanoAmounts = new Map();
  const peak: NanoAmounts = new Map();
  for (const container of pod.spec.initContainers ?? []) {
    const isSidecar = knobs.sidecars && container.restartPolicy === 'Always';
    const own = assume(containerRequests(pod, container, knobs.resized && isSidecar));
    if (isSidecar) {
      addInto(total, own);
      addInto(sidecars, own);
      raiseTo(peak, sidecars);
    } else {
      addInto(own, sidecars);
      raiseTo(peak, own);
    }
  }
  raiseTo(total, peak);
  for (const [resource, nanos] of podLevel) total.set(resource, nanos);
  return total;
}

/** The pod's overhead by resource. */
export function podOverhead(pod: Pod): NanoAmounts {
  return amountsOf(pod.spec.overhead);
}

/** Adds every amount of `more` to `sum`. */
export function addInto(sum: NanoAmounts, more: NanoAmounts): void {
  for (const [resource, nanos] of more) sum.set(resource, (sum.get(resource) ?? 0n) + nanos);
}

/** Returns a list of texts as exact amounts. Texts that are not quantities are refused by the API and count as zero here. */
export function amountsOf(list: RequestList): NanoAmounts {
  const amounts: NanoAmounts = new Map();
  for (const [resource, text] of Object.entries(list ?? {})) {
    const verdict = tryParseQuantity(text);
    if (verdict.ok) amounts.set(resource, verdict.quantity.nanos);
  }
  return amounts;
}

/** The accounting integer of an amount: thousandths of cpu, whole units of the rest, rounded away from zero. */
export function accountedAmount(resource: string, nanos: bigint): number {
  const unit = resource === 'cpu' ? 1_000_000n : NANO;
  const whole = nanos < 0n ? (nanos - (unit - 1n)) / unit : (nanos + (unit - 1n)) / unit;
  return Number(whole);
}

function withAssumed(amounts: NanoAmounts, podLevel: NanoAmounts): NanoAmounts {
  if (!amounts.has('cpu') && !podLevel.has('cpu')) amounts.set('cpu', ASSUMED_CPU_NANOS);
  if (!amounts.has('memory') && !podLevel.has('memory')) amounts.set('memory', ASSUMED_MEMORY_NANOS);
  return amounts;
}

/** Returns a container's requests; during a resize, the largest of the wanted, actual and allocated amounts. */
function containerRequests(pod: Pod, container: Container, resized: boolean): NanoAmounts {
  const wanted = amountsOf(container.resources?.requests as RequestList);
  if (!resized) return wanted;
  const status = statusOfContainer(pod, container.name);
  if (!status?.resources) return wanted;
  const actual = amountsOf(status.resources.requests);
  raiseTo(actual, amountsOf(status.allocatedResources));
  if (!isResizeInfeasible(pod)) raiseTo(actual, wanted);
  return actual;
}

function statusOfContainer(pod: Pod, name: string): ResizedStatus | undefined {
  const statuses = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])];
  return statuses.find((status) => status.name === name) as ResizedStatus | undefined;
}

function isResizeInfeasible(pod: Pod): boolean {
  return (pod.status?.conditions ?? []).some(
    (condition) => condition.type === 'PodResizePending' && condition.reason === 'Infeasible',
  );
}

function supportedPodLevelRequests(pod: Pod): NanoAmounts {
  const amounts = amountsOf((pod.spec as PodLevelResources).resources?.requests);
  for (const resource of amounts.keys()) {
    if (resource !== 'cpu' && resource !== 'memory' && !resource.startsWith('hugepages-')) amounts.delete(resource);
  }
  return amounts;
}

function raiseTo(amounts: NanoAmounts, floor: NanoAmounts): void {
  for (const [resource, nanos] of floor) {
    const own = amounts.get(resource);
    if (own === undefined || own < nanos) amounts.set(resource, nanos);
  }
}
