import { invalidField, requiredField, tooLongField, type FieldError } from '../errors/field-error';
import { subdomainErrors } from '../names/qualified-name';

const MAX_LENGTH = 63;

/** Returns the errors of the name of a CSI driver (`ValidateCSIDriverName`). */
export function driverNameErrors(name: string, field: string): FieldError[] {
  return [
    ...(name === '' ? [requiredField(field)] : []),
    ...(name.length > MAX_LENGTH ? [tooLongField(field, MAX_LENGTH)] : []),
    ...subdomainErrors(name.toLowerCase()).map((text) => invalidField(field, name, text)),
  ];
}
