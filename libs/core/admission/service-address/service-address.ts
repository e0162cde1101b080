import {
  type ApiError,
  internal,
  invalid,
  invalidField,
  inWordsOf,
  ipv4Number,
  isInNetwork,
  isUpTo,
  type KubeObject,
  networksForServices,
  printIpv4,
  type ServiceNetwork,
} from '@orrery/api-types';
import type { AdmissionLookup, AdmissionPlugin, AdmissionRequest } from '../admission';

/** Addresses for services that ask for one: a sixteenth of a network, within these bounds (`ipallocator` upstream). */
const KEPT_FREE = { atLeast: 16, atMost: 256, part: 16 };
const HEADLESS = 'None';

interface ServiceSpec {
  readonly type?: string;
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
  readonly ipFamilies?: readonly string[];
}

/**
 * Gives a new service its address, the same for the same name as long as it is free, and keeps it over updates that
 * leave it out.
 */
export const serviceAddress: AdmissionPlugin = (request) => {
  const { object, kind, operation, subresource, oldObject } = request;
  if (kind.kind !== 'Service' || operation === 'DELETE' || subresource !== undefined) return object;
  const spec = (object.spec ?? {}) as ServiceSpec;
  if (spec.type === 'ExternalName') return object;
  const wanted = spec.clusterIP || spec.clusterIPs?.[0];
  const before = (oldObject?.spec as ServiceSpec | undefined)?.clusterIP;
  if (before) return wanted || spec.clusterIP === '' ? object : withAddress(object, before);
  if (wanted === HEADLESS) return withAddress(object, HEADLESS);
  // Servers before 1.22 give no address where nothing is stored.
  if (request.isDryRun && isUpTo(request.release, '1.20')) return wanted ? withAddress(object, wanted) : object;
  const taken = takenAddresses(request.lookup);
  const networks = networksForServices(request.lookup.serviceCidrs());
  if (!wanted) {
    // No address is given that the service cannot have: validation says so.
    if (spec.ipFamilies?.some((family) => family !== 'IPv4')) return object;
    const free = freeAddress(object, networks, taken);
    return free === undefined ? internal('failed to allocate a serviceIP: range is full') : withAddress(object, free);
  }
  const problem = addressProblem(wanted, networks, taken);
  return problem === undefined ? withAddress(object, wanted) : refusal(request, wanted, problem);
};

function withAddress(object: KubeObject, address: string): KubeObject {
  return { ...object, spec: { ...(object.spec as object), clusterIP: address, clusterIPs: [address] } };
}

function takenAddresses(lookup: AdmissionLookup): ReadonlySet<string> {
  const taken = new Set<string>();
  for (const { spec } of lookup.services()) {
    const { clusterIP } = (spec ?? {}) as ServiceSpec;
    if (clusterIP && clusterIP !== HEADLESS) taken.add(clusterIP);
  }
  return taken;
}

/** The address that the name leads to, or the next free one, of the first network that has one; undefined: none has. */
function freeAddress(
  { metadata }: KubeObject,
  networks: readonly ServiceNetwork[],
  taken: ReadonlySet<string>,
): string | undefined {
  const seed = hash(`${metadata.namespace ?? ''}/${metadata.name}`);
  for (const { first, size } of networks) {
    // The first and the last address of a network are no hosts'.
    const lowest = size < KEPT_FREE.atLeast ? 1 : lowestGivenOut(size);
    const found =
      firstFree({ from: first + lowest, count: size - 1 - lowest }, seed, taken) ??
      firstFree({ from: first + 1, count: lowest - 1 }, seed, taken);
    if (found !== undefined) return found;
  }
  return undefined;
}

function lowestGivenOut(size: number): number {
  const { atLeast, atMost, part } = KEPT_FREE;
  return Math.min(atMost, Math.max(atLeast, Math.floor(size / part)));
}

function firstFree(
  { from, count }: { readonly from: number; readonly count: number },
  seed: number,
  taken: ReadonlySet<string>,
): string | undefined {
  for (let i = 0; i < count; i++) {
    const address = printIpv4(from + (((seed % count) + i) % count));
    if (!taken.has(address)) return address;
  }
  return undefined;
}

function addressProblem(
  address: string,
  networks: readonly ServiceNetwork[],
  taken: ReadonlySet<string>,
): string | undefined {
  const value = ipv4Number(address);
  if (value === undefined) return 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
  const isHost = networks.some(
    (network) => isInNetwork(value, network) && value > network.first && value < network.first + network.size - 1,
  );
  if (!isHost) {
    const ranges = networks.map(({ cidr }) => cidr).join(', ');
    return `failed to allocate IP ${address}: the provided IP (${address}) is not in the valid range. The range of valid IPs is ${ranges}`;
  }
  return taken.has(address) ? `failed to allocate IP ${address}: provided IP is already allocated` : undefined;
}

function refusal({ kind, object, release }: AdmissionRequest, address: string, detail: string): ApiError {
  const error = invalidField('spec.clusterIPs', [address], detail);
  return invalid(kind, object.metadata.name, inWordsOf(release, [error]));
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
