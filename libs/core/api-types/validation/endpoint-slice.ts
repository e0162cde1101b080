import type { EndpointSlice } from 'kubernetes-types/discovery/v1';
import { duplicateField, invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import { addressFamily } from '../names/ip-address';
import { dnsLabelErrors, qualifiedNameErrors } from '../names/qualified-name';
import type { KubeObject } from '../objects';
import { validateProtocol } from './ports';

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'] as const;

/** What is wrong with the addresses and ports of an EndpointSlice (`ValidateEndpointSlice`). */
export function validateEndpointSlice(object: KubeObject): FieldError[] {
  const { addressType, endpoints = [], ports = [] } = object as unknown as Partial<EndpointSlice>;
  const errors: FieldError[] = [];
  if (!addressType) errors.push(requiredField('addressType'));
  else if (!(ADDRESS_TYPES as readonly string[]).includes(addressType)) {
    errors.push(unsupportedField('addressType', addressType, ADDRESS_TYPES));
  }
  endpoints.forEach(({ addresses = [], hostname }, index) => {
    const path = `endpoints[${index}]`;
    if (addresses.length === 0) errors.push(requiredField(`${path}.addresses`, 'must contain at least 1 address'));
    addresses.forEach((address, at) => {
      if (isOfType(address, addressType)) return;
      errors.push(invalidField(`${path}.addresses[${at}]`, address, `must be a valid ${addressType} address`));
    });
    if (hostname === undefined) return;
    for (const text of dnsLabelErrors(hostname)) errors.push(invalidField(`${path}.hostname`, hostname, text));
  });
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

/** Whether an address is what the slice has; names and unknown types are taken as they are. */
function isOfType(address: string, type: string | undefined): boolean {
  if (type !== 'IPv4' && type !== 'IPv6') return true;
  return addressFamily(address) === type;
}
