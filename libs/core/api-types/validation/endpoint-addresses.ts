import { invalidField, type FieldError } from '../errors/field-error';
import { addressRange } from '../names/ip-address';

const REFUSED: Readonly<Record<string, string>> = {
  loopback: 'may not be in the loopback range (127.0.0.0/8, ::1/128)',
  linkLocal: 'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
  linkLocalMulticast: 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
};

/** Addresses at which nothing of a cluster is reached from elsewhere (`ValidateEndpointIP`); the text is an address. */
export function validateReachable(address: string, field: string): FieldError[] {
  const range = addressRange(address);
  if (range === 'unspecified') return [invalidField(field, address, `may not be unspecified (${address})`)];
  const detail = REFUSED[range ?? ''];
  return detail === undefined ? [] : [invalidField(field, address, detail)];
}
