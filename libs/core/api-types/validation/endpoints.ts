import type { EndpointSubset } from 'kubernetes-types/core/v1';
import { invalidField, requiredField, type FieldError } from '../errors/field-error';
import { isIpAddress, NO_IP_ADDRESS } from '../names/ip-address';
import { dnsLabelErrors } from '../names/qualified-name';
import type { KubeObject } from '../objects';
import { validatePortNumber, validateProtocol } from './ports';

/** What is wrong with the addresses and ports of an Endpoints object (`validateEndpointSubsets`). */
export function validateEndpoints(object: KubeObject): FieldError[] {
  const subsets = (object['subsets'] ?? []) as readonly EndpointSubset[];
  const errors: FieldError[] = [];
  subsets.forEach(({ addresses = [], notReadyAddresses = [], ports = [] }, i) => {
    for (const [list, given] of Object.entries({ addresses, notReadyAddresses })) {
      given.forEach(({ ip = '' }, at) => {
        const path = `subsets[${i}].${list}[${at}].ip`;
        if (!isIpAddress(ip)) errors.push(invalidField(path, ip, NO_IP_ADDRESS));
      });
    }
    ports.forEach(({ name, port, protocol }, at) => {
      const path = `subsets[${i}].ports[${at}]`;
      if (!name && ports.length > 1) errors.push(requiredField(`${path}.name`));
      if (name) for (const text of dnsLabelErrors(name)) errors.push(invalidField(`${path}.name`, name, text));
      errors.push(...validatePortNumber(port ?? 0, `${path}.port`), ...validateProtocol(protocol, `${path}.protocol`));
    });
  });
  return errors;
}
