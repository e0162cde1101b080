import type { EndpointSlice } from 'kubernetes-types/discovery/v1';
import { requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import type { KubeObject } from '../objects';
import { validateProtocol } from './ports';

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'] as const;

/** What is wrong with the address type and the protocols of an EndpointSlice (`ValidateEndpointSlice`). */
export function validateEndpointSlice(object: KubeObject): FieldError[] {
  const { addressType, ports = [] } = object as unknown as Partial<EndpointSlice>;
  const errors: FieldError[] = [];
  if (!addressType) errors.push(requiredField('addressType'));
  else if (!(ADDRESS_TYPES as readonly string[]).includes(addressType)) {
    errors.push(unsupportedField('addressType', addressType, ADDRESS_TYPES));
  }
  ports.forEach(({ protocol }, index) => {
    // Left out, it is TCP.
    if (protocol !== undefined) errors.push(...validateProtocol(protocol, `ports[${index}].protocol`));
  });
  return errors;
}
