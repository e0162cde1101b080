import { invalid, invalidField, type ApiError, type KubeObject } from '@orrery/api-types';
import type { AdmissionLookup, AdmissionPlugin, AdmissionRequest } from '../admission';

/** Addresses of services: 10.96.0.0/12. */
const FIRST_ADDRESS = 0x0a600000;
const ADDRESSES = 2 ** 20;
/** The lowest addresses are left for services that ask for one. */
const KEPT_FREE = 256;
const HEADLESS = 'None';

interface ServiceSpec {
  readonly type?: string;
  readonly clusterIP?: string;
  readonly clusterIPs?: readonly string[];
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
  const taken = takenAddresses(request.lookup);
  if (!wanted) return withAddress(object, freeAddress(object, taken));
  const problem = addressProblem(wanted, taken);
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

/** The address that the name leads to, or the next free one. */
function freeAddress({ metadata }: KubeObject, taken: ReadonlySet<string>): string {
  const range = ADDRESSES - KEPT_FREE - 1;
  const start = hash(`${metadata.namespace ?? ''}/${metadata.name}`) % range;
  for (let i = 0; i < range; i++) {
    const address = print(FIRST_ADDRESS + KEPT_FREE + ((start + i) % range));
    if (!taken.has(address)) return address;
  }
  return HEADLESS;
}

function addressProblem(address: string, taken: ReadonlySet<string>): string | undefined {
  const parts = address.split('.').map(Number);
  const isAddress = /^\d{1,3}(\.\d{1,3}){3}$/.test(address) && parts.every((part) => part <= 255);
  if (!isAddress) return 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
  const value = parts.reduce((sum, part) => sum * 256 + part, 0);
  const isInRange = value > FIRST_ADDRESS && value < FIRST_ADDRESS + ADDRESSES - 1;
  if (!isInRange) {
    return `failed to allocate IP ${address}: the provided IP (${address}) is not in the valid range. The range of valid IPs is 10.96.0.0/12`;
  }
  return taken.has(address) ? `failed to allocate IP ${address}: provided IP is already allocated` : undefined;
}

function refusal({ kind, object }: AdmissionRequest, address: string, detail: string): ApiError {
  return invalid(kind, object.metadata.name, [invalidField('spec.clusterIPs', [address], detail)]);
}

function print(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
