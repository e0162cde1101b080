import type { EndpointAddress, EndpointPort, EndpointSubset } from 'kubernetes-types/core/v1';
import { invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { isIpAddress, NO_IP_ADDRESS } from '../../names/ip-address';
import { dnsLabelErrors, qualifiedNameErrors, subdomainErrors } from '../../names/qualified-name';
import type { KubeObject } from '../../objects';
import { validateReachable } from '../../validation/endpoint-addresses';
import { validatePortNumber, validateProtocol } from '../../validation/ports';

/** Returns the errors of the addresses and ports of an Endpoints object (`validateEndpointSubsets`). */
export function validateEndpoints(object: KubeObject): FieldError[] {
  const subsets = (object['subsets'] ?? []) as readonly EndpointSubset[];
  const errors: FieldError[] = [];
  subsets.forEach(({ addresses = [], notReadyAddresses = [], ports = [] }, i) => {
    const path = `subsets[${i}]`;
    if (addresses.length === 0 && notReadyAddresses.length === 0) {
      errors.push(requiredField(path, 'must specify `addresses` or `notReadyAddresses`'));
    }
    for (const [list, given] of Object.entries({ addresses, notReadyAddresses })) {
      given.forEach((address, at) => errors.push(...validateAddress(address, `${path}.${list}[${at}]`)));
    }
    ports.forEach((port, at) => {
      errors.push(...validatePort(port, `${path}.ports[${at}]`, { mustHaveName: ports.length > 1 }));
    });
  });
  return errors;
}

/** As `validateEndpointAddress`. */
function validateAddress({ ip = '', hostname, nodeName }: EndpointAddress, path: string): FieldError[] {
  const errors: FieldError[] = isIpAddress(ip) ? [] : [invalidField(`${path}.ip`, ip, NO_IP_ADDRESS)];
  if (hostname) {
    for (const text of dnsLabelErrors(hostname)) errors.push(invalidField(`${path}.hostname`, hostname, text));
  }
  if (nodeName !== undefined) {
    for (const text of subdomainErrors(nodeName)) errors.push(invalidField(`${path}.nodeName`, nodeName, text));
  }
  // Releases before 1.22 say it once more where they look at what the address is of.
  if (errors.length > 0)
    errors.push({ ...invalidField(`${path}.ip`, ip, 'must be a valid IP address'), isFormer: true });
  return [...errors, ...validateReachable(ip, `${path}.ip`)];
}

/** As `validateEndpointPort`. */
function validatePort(
  { name, port, protocol, appProtocol }: EndpointPort,
  path: string,
  { mustHaveName }: { readonly mustHaveName: boolean },
): FieldError[] {
  const errors = !name && mustHaveName ? [requiredField(`${path}.name`)] : [];
  if (name) for (const text of dnsLabelErrors(name)) errors.push(invalidField(`${path}.name`, name, text));
  errors.push(...validatePortNumber(port ?? 0, `${path}.port`), ...validateProtocol(protocol, `${path}.protocol`));
  if (appProtocol === undefined) return errors;
  const texts = qualifiedNameErrors(appProtocol);
  return [...errors, ...texts.map((text) => invalidField(`${path}.appProtocol`, appProtocol, text))];
}
