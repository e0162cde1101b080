import { invalidField, type FieldError } from '../errors/field-error';
import { canonicalInterfaceAddress } from './ip-address';

/** Returns the errors of `text` as an address of an interface with the length of its network (`IsValidInterfaceAddress`). */
export function interfaceAddressErrors(text: string, field: string): FieldError[] {
  const canonical = canonicalInterfaceAddress(text);
  if (canonical === undefined) {
    const detail = 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)';
    return [invalidField(field, text, detail)];
  }
  return text === canonical ? [] : [invalidField(field, text, `must be in canonical form ("${canonical}")`)];
}
