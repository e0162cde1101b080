import type { Endpoint, EndpointPort, EndpointSlice } from 'kubernetes-types/discovery/v1';
import { duplicateField, invalidField, requiredField, tooManyItems, type FieldError } from '../../errors/field-error';
import { addressFamily, isIpAddress, NO_IP_ADDRESS } from '../../names/ip-address';
import {
  dnsLabelErrors,
  domainNameError,
  labelValueErrors,
  qualifiedNameErrors,
  subdomainErrors,
} from '../../names/qualified-name';
import type { KubeObject } from '../../objects';
import { validateReachable } from '../../validation/endpoint-addresses';
import { validateLabels } from '../../validation/metadata';
import { validateProtocol } from '../../validation/ports';
import { declaredErrors } from '../../validation/declared/declared-errors';

const MAX_ENDPOINTS = 1000;
const MAX_ADDRESSES = 100;
const MAX_PORTS = 20_000;
const MAX_TOPOLOGY_LABELS = 16;
const MAX_HINTS = 8;

/** Hints with what later versions of Kubernetes added. */
type Hints = Endpoint['hints'] & { readonly forNodes?: readonly { readonly name: string }[] };

/** Returns the errors of the addresses and ports of an EndpointSlice (`ValidateEndpointSlice`). */
export function validateEndpointSlice(object: KubeObject): FieldError[] {
  const slice = object as Partial<EndpointSlice>;
  const [addressType, endpoints, ports] = [slice.addressType, slice.endpoints ?? [], slice.ports ?? []];
  return [
    ...declaredErrors('V1EndpointSlice', slice, '', { addressType: true }),
    ...(ports.length > MAX_PORTS ? [tooManyItems('ports', ports.length, MAX_PORTS)] : validatePorts(ports)),
    ...(endpoints.length > MAX_ENDPOINTS
      ? [tooManyItems('endpoints', endpoints.length, MAX_ENDPOINTS)]
      : endpoints.flatMap((endpoint, i) => validateEndpoint(endpoint, addressType, `endpoints[${i}]`))),
  ];
}

/** As `validateEndpoints`. */
function validateEndpoint(endpoint: Endpoint, addressType: string | undefined, path: string): FieldError[] {
  const { addresses = [], nodeName, deprecatedTopology = {}, hostname, hints } = endpoint;
  const errors: FieldError[] = [];
  if (addresses.length === 0) errors.push(requiredField(`${path}.addresses`, 'must contain at least 1 address'));
  else if (addresses.length > MAX_ADDRESSES) {
    errors.push(tooManyItems(`${path}.addresses`, addresses.length, MAX_ADDRESSES));
  }
  addresses.forEach((address, i) => {
    errors.push(...validateAddress(address, addressType, `${path}.addresses[${i}]`));
  });
  if (nodeName !== undefined) {
    for (const text of subdomainErrors(nodeName)) errors.push(invalidField(`${path}.nodeName`, nodeName, text));
  }
  const labels = Object.keys(deprecatedTopology).length;
  if (labels > MAX_TOPOLOGY_LABELS) {
    errors.push(tooManyItems(`${path}.deprecatedTopology`, labels, MAX_TOPOLOGY_LABELS));
  }
  errors.push(...validateLabels(deprecatedTopology, `${path}.deprecatedTopology`));
  if (hostname !== undefined) {
    for (const text of dnsLabelErrors(hostname)) errors.push(invalidField(`${path}.hostname`, hostname, text));
  }
  const { forZones = [], forNodes = [] } = (hints ?? {}) as Hints;
  errors.push(...validateHints(forZones, `${path}.hints.forZones`, labelValueErrors));
  return [...errors, ...validateHints(forNodes, `${path}.hints.forNodes`, subdomainErrors)];
}

function validateAddress(address: string, type: string | undefined, path: string): FieldError[] {
  if (type === 'FQDN') return domainNameError(address, path);
  if (type !== 'IPv4' && type !== 'IPv6') return [];
  if (!isIpAddress(address)) return [invalidField(path, address, NO_IP_ADDRESS)];
  const isOther = addressFamily(address) !== type;
  // Upstream names the list for this one.
  const list = path.replace(/\[\d+\]$/, '');
  const error = invalidField(list, address, `must be an ${type} address`);
  const former = invalidField(path, address, `must be a valid ${type} address`);
  const errors = isOther ? [{ ...error, former }] : [];
  return [...errors, ...validateReachable(address, path)];
}

/** As `validateHints`, for zones and for nodes. */
function validateHints(
  hints: readonly { readonly name: string }[],
  path: string,
  rule: (name: string) => string[],
): FieldError[] {
  if (hints.length > MAX_HINTS) return [tooManyItems(path, hints.length, MAX_HINTS)];
  const names = new Set<string>();
  return hints.flatMap(({ name = '' }, i) => {
    const field = `${path}[${i}].name`;
    const repeated = names.has(name) ? [duplicateField(field, name)] : [];
    names.add(name);
    return [...repeated, ...rule(name).map((text) => invalidField(field, name, text))];
  });
}

/** As `validatePorts`. */
function validatePorts(ports: readonly EndpointPort[]): FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  ports.forEach(({ name = '', protocol, appProtocol }, index) => {
    const path = `ports[${index}]`;
    if (name !== '') for (const text of dnsLabelErrors(name)) errors.push(invalidField(`${path}.name`, name, text));
    if (names.has(name)) errors.push(duplicateField(`${path}.name`, name));
    names.add(name);
    // Left out, it is TCP.
    if (protocol !== undefined) errors.push(...validateProtocol(protocol, `${path}.protocol`));
    if (appProtocol === undefined) return;
    for (const text of qualifiedNameErrors(appProtocol)) {
      errors.push(invalidField(`${path}.appProtocol`, appProtocol, text));
    }
  });
  return errors;
}
