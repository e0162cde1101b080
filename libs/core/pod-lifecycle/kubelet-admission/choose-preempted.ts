import { qosClass, QosClass, type Pod } from '@orrery/api-types';
import { podRequests, type ResourceAmounts } from '../pods/pod-requests';
import { isCritical } from './critical-pod';

/** Amounts that are still missing, by resource; all positive. */
type Needs = ReadonlyMap<string, bigint>;

interface Candidate {
  readonly pod: Pod;
  readonly requests: ResourceAmounts;
}

/**
 * The pods that have to go so that a critical one fits; undefined if even all of them would not be enough. As few
 * guaranteed ones as possible, then as few burstable ones (spec nodes E11.3).
 */
export function choosePreempted(critical: Pod, residents: readonly Pod[], needs: Needs): Pod[] | undefined {
  const candidates = residents
    .filter((resident) => isPreemptable(critical, resident))
    .map((pod): Candidate => ({ pod, requests: podRequests(pod) }));
  if (afterAll(needs, candidates).size > 0) return undefined;
  const ofClass = (wanted: string): Candidate[] => candidates.filter(({ pod }) => qosClass(pod) === wanted);
  const [bestEffort, burstable, guaranteed] = [
    ofClass(QosClass.BestEffort),
    ofClass(QosClass.Burstable),
    ofClass(QosClass.Guaranteed),
  ];
  const chosenGuaranteed = nearest(guaranteed, afterAll(needs, [...bestEffort, ...burstable]));
  const chosenBurstable = nearest(burstable, afterAll(needs, [...bestEffort, ...chosenGuaranteed]));
  const chosenBestEffort = nearest(bestEffort, afterAll(needs, [...chosenBurstable, ...chosenGuaranteed]));
  return [...chosenBestEffort, ...chosenBurstable, ...chosenGuaranteed].map(({ pod }) => pod);
}

function isPreemptable(critical: Pod, resident: Pod): boolean {
  if (!isCritical(resident)) return true;
  const [own, other] = [critical.spec.priority, resident.spec.priority];
  return own !== undefined && other !== undefined && own > other;
}

/** Returns the amounts still missing after these pods are removed. */
function afterAll(needs: Needs, gone: readonly Candidate[]): Needs {
  const left = new Map<string, bigint>();
  for (const [resource, amount] of needs) {
    const missing = gone.reduce((sum, { requests }) => sum - (requests.get(resource) ?? 0n), amount);
    if (missing > 0n) left.set(resource, missing);
  }
  return left;
}

/** Chooses repeatedly the candidate that comes closest to the amounts still missing. */
function nearest(candidates: readonly Candidate[], needs: Needs): Candidate[] {
  const left = [...candidates].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const chosen: Candidate[] = [];
  let missing = needs;
  while (missing.size > 0 && left.length > 0) {
    let best = 0;
    for (let i = 1; i < left.length; i++) if (isBetter(left[i]!, left[best]!, missing)) best = i;
    const [next] = left.splice(best, 1);
    chosen.push(next!);
    missing = afterAll(missing, [next!]);
  }
  return chosen;
}

function isBetter(a: Candidate, b: Candidate, needs: Needs): boolean {
  const [near, far] = [distance(a, needs), distance(b, needs)];
  if (near !== far) return near < far;
  for (const resource of ['memory', 'cpu']) {
    const [small, large] = [a.requests.get(resource) ?? 0n, b.requests.get(resource) ?? 0n];
    if (small !== large) return small < large;
  }
  return false;
}

/** Sum over resources of the square of the share that stays missing. */
function distance({ requests }: Candidate, needs: Needs): number {
  let sum = 0;
  for (const [resource, needed] of needs) {
    const remaining = needed - (requests.get(resource) ?? 0n);
    if (remaining > 0n) sum += (Number(remaining) / Number(needed)) ** 2;
  }
  return sum;
}

function nameOf({ pod: { metadata } }: Candidate): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}
