import type { Container, KubeObject, PodSpec } from '@orrery/api-types';
import { addQuantities, canonicalQuantity, compareQuantities, formatQuantity, parseQuantity } from '@orrery/quantity';
import type { Quantity } from '@orrery/quantity';
import type { LimitRangeItem, ResourceList } from './limit-range';

/** The resources of a container, or of a pod as the sum of its containers. */
interface Requested {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/** Returns the errors of one container. */
export function containerErrors(item: LimitRangeItem, container: Container): string[] {
  const { requests = {}, limits = {} } = (container.resources ?? {}) as Partial<Requested>;
  return boundErrors(item, { requests, limits });
}

/** Returns the errors of a pod as a whole: containers run together, init containers one after the other before them. */
export function podErrors(item: LimitRangeItem, spec: PodSpec): string[] {
  return boundErrors(item, { requests: podTotal(spec, 'requests'), limits: podTotal(spec, 'limits') });
}

/** Returns the errors of a claim for storage; only its request counts. */
export function claimErrors(item: LimitRangeItem, claim: KubeObject): string[] {
  const requests = (claim.spec as { resources?: Partial<Requested> }).resources?.requests ?? {};
  return [
    ...entries(item.min).flatMap(([name, bound]) => minError(item, name, bound, { requests, limits: {} })),
    ...entries(item.max).flatMap(([name, bound]) => maxClaimError(item, name, bound, requests)),
  ];
}

function boundErrors(item: LimitRangeItem, requested: Requested): string[] {
  return [
    ...entries(item.min).flatMap(([name, bound]) => minError(item, name, bound, requested)),
    ...entries(item.max).flatMap(([name, bound]) => maxError(item, name, bound, requested)),
    ...entries(item.maxLimitRequestRatio).flatMap(([name, bound]) => ratioError(item, name, bound, requested)),
  ];
}

function minError(item: LimitRangeItem, name: string, bound: string, { requests, limits }: Requested): string[] {
  const what = `minimum ${name} usage per ${item.type} is ${canonicalQuantity(bound)}`;
  const [request, limit] = [requests[name], limits[name]];
  if (request === undefined) return [`${what}.  No request is specified`];
  if (isLess(request, bound)) return [`${what}, but request is ${canonicalQuantity(request)}`];
  if (limit !== undefined && isLess(limit, bound)) return [`${what}, but limit is ${canonicalQuantity(limit)}`];
  return [];
}

function maxError(item: LimitRangeItem, name: string, bound: string, { requests, limits }: Requested): string[] {
  const what = `maximum ${name} usage per ${item.type} is ${canonicalQuantity(bound)}`;
  const [request, limit] = [requests[name], limits[name]];
  if (limit === undefined) return [`${what}.  No limit is specified`];
  if (isLess(bound, limit)) return [`${what}, but limit is ${canonicalQuantity(limit)}`];
  if (request !== undefined && isLess(bound, request)) return [`${what}, but request is ${canonicalQuantity(request)}`];
  return [];
}

function maxClaimError(item: LimitRangeItem, name: string, bound: string, requests: ResourceList): string[] {
  const what = `maximum ${name} usage per ${item.type} is ${canonicalQuantity(bound)}`;
  const request = requests[name];
  if (request === undefined) return [`${what}.  No request is specified`];
  return isLess(bound, request) ? [`${what}, but request is ${canonicalQuantity(request)}`] : [];
}

function ratioError(item: LimitRangeItem, name: string, bound: string, { requests, limits }: Requested): string[] {
  const what = `${name} max limit to request ratio per ${item.type} is ${canonicalQuantity(bound)}`;
  const request = requests[name] === undefined ? 0n : parseQuantity(requests[name]).nanos;
  const limit = limits[name] === undefined ? 0n : parseQuantity(limits[name]).nanos;
  if (request === 0n) return [`${what}, but no request is specified or request is 0`];
  if (limit === 0n) return [`${what}, but no limit is specified or limit is 0`];
  const ratio = Number(limit) / Number(request);
  if (ratio <= Number(parseQuantity(bound).nanos) / 1e9) return [];
  return [`${what}, but provided ratio is ${ratio.toFixed(6)}`];
}

/** Returns the totals of a pod. A resource counts only if all of its containers set an amount of it. */
function podTotal(spec: PodSpec, side: keyof Requested): ResourceList {
  const sums = new Map<string, { amount: Quantity; count: number }>();
  const containers = spec.containers ?? [];
  for (const container of containers) {
    for (const [name, text] of listOf(container, side)) {
      const known = sums.get(name);
      const amount = parseQuantity(text);
      sums.set(
        name,
        known ? { amount: addQuantities(known.amount, amount), count: known.count + 1 } : { amount, count: 1 },
      );
    }
  }
  const totals = new Map<string, Quantity>();
  for (const [name, { amount, count }] of sums) if (count === containers.length) totals.set(name, amount);
  for (const container of spec.initContainers ?? []) {
    for (const [name, text] of listOf(container, side)) {
      const known = totals.get(name);
      const amount = parseQuantity(text);
      if (!known || compareQuantities(amount, known) > 0) totals.set(name, amount);
    }
  }
  return Object.fromEntries([...totals].map(([name, amount]) => [name, formatQuantity(amount)]));
}

function listOf(container: Container, side: keyof Requested): [string, string][] {
  return entries(container.resources?.[side] as ResourceList | undefined);
}

/** Returns the entries in order of name, so that reasons come in one order. */
function entries(list: ResourceList | undefined): [string, string][] {
  return Object.entries(list ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

function isLess(a: string, b: string): boolean {
  return compareQuantities(parseQuantity(a), parseQuantity(b)) < 0;
}
