import { deepEqual, type Pod } from '@orrery/api-types';
import { targetOf } from './endpoints-object';
import { endpointGroups, type Endpoint, type EndpointPort, type EndpointService } from './service-endpoints';

/** `--max-endpoints-per-slice` upstream. */
const MAX_ENDPOINTS = 100;

interface SliceEndpoint {
  readonly addresses: readonly [string];
  readonly conditions: { readonly ready: boolean; readonly serving: boolean; readonly terminating: boolean };
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly zone?: string;
  readonly targetRef: object;
}

/** The part of an EndpointSlice that changes. */
export interface Slice {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly SliceEndpoint[];
}

/** A slice that exists. */
export interface NamedSlice extends Slice {
  readonly name: string;
}

/** Writes after which the slices are as desired, as few as possible. */
export interface SlicePlan {
  readonly creates: readonly Slice[];
  readonly updates: readonly NamedSlice[];
  /** Names. */
  readonly deletes: readonly string[];
}

export interface SliceInput {
  readonly service: EndpointService;
  readonly pods: readonly Pod[];
  readonly existing: readonly NamedSlice[];
  readonly zoneOf: (nodeName: string) => string | undefined;
}

/**
 * Slices of at most 100 endpoints: each endpoint stays in the slice in which it is, new ones fill slices with room, and
 * the remaining ones get new slices. A service without endpoints keeps one empty slice.
 */
export function planSlices({ service, pods, existing, zoneOf }: SliceInput): SlicePlan {
  const creates: Slice[] = [];
  const updates: NamedSlice[] = [];
  const kept = new Set<string>();
  for (const { ports, endpoints } of endpointGroups(service, pods)) {
    const own = existing.filter((slice) => deepEqual(slice.ports, ports));
    const wanted = new Map(endpoints.map((endpoint) => [endpoint.pod.uid, sliceEndpoint(endpoint, zoneOf)]));
    const fitted = own.map((slice) => ({ slice, endpoints: staying(slice, wanted) }));
    const rest = [...wanted.values()];
    for (const each of fitted) each.endpoints.push(...rest.splice(0, MAX_ENDPOINTS - each.endpoints.length));
    while (rest.length > 0) creates.push({ ports, endpoints: rest.splice(0, MAX_ENDPOINTS) });
    for (const { slice, endpoints: next } of fitted) {
      if (next.length === 0) continue;
      kept.add(slice.name);
      if (!deepEqual(next, slice.endpoints)) updates.push({ ...slice, endpoints: next });
    }
  }
  const unused = existing.filter(({ name }) => !kept.has(name));
  if (kept.size === 0 && creates.length === 0) {
    const [first, ...others] = unused;
    if (!first) return { creates: [{ ports: [], endpoints: [] }], updates: [], deletes: [] };
    const emptied = first.endpoints.length > 0 ? [{ ...first, endpoints: [] }] : [];
    return { creates: [], updates: emptied, deletes: others.map(({ name }) => name) };
  }
  return { creates, updates, deletes: unused.map(({ name }) => name) };
}

/** The endpoints that a slice has already, as they are now; they are taken out of those that are wanted. */
function staying(slice: Slice, wanted: Map<string, SliceEndpoint>): SliceEndpoint[] {
  return slice.endpoints.flatMap(({ targetRef }) => {
    const { uid = '' } = targetRef as { uid?: string };
    const endpoint = wanted.get(uid);
    wanted.delete(uid);
    return endpoint ? [endpoint] : [];
  });
}

function sliceEndpoint(endpoint: Endpoint, zoneOf: SliceInput['zoneOf']): SliceEndpoint {
  const { ip, isReady, isServing, isTerminating, hostname, nodeName } = endpoint;
  const zone = nodeName ? zoneOf(nodeName) : undefined;
  return {
    addresses: [ip],
    conditions: { ready: isReady, serving: isServing, terminating: isTerminating },
    ...(hostname ? { hostname } : {}),
    ...(nodeName ? { nodeName } : {}),
    ...(zone ? { zone } : {}),
    targetRef: targetOf(endpoint),
  };
}
