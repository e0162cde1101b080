import { FieldErrorType, invalidField, requiredField, tooLongField, type FieldError } from '../errors/field-error';
import { dnsLabelErrors, subdomainErrors } from '../names/qualified-name';
import { utf8Length } from '../names/utf8-length';

const MAX_DRIVER_NAME = 63;
const MAX_POOL_NAME = 253;
const MAX_ID = 32;
const C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const C_IDENTIFIER_TEXT =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' " +
  "(e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";

/** Returns the errors of the name of a driver (`ValidateCSIDriverName`). */
export function driverNameErrors(name: string, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (name === '') errors.push(requiredField(field));
  if (name.length > MAX_DRIVER_NAME) errors.push(tooLongField(field, MAX_DRIVER_NAME));
  for (const text of subdomainErrors(name.toLowerCase())) errors.push(invalidField(field, name, text));
  return errors;
}

/** Returns the errors of the name of a pool: subdomains with slashes between them. */
export function poolNameErrors(name: string, field: string): FieldError[] {
  if (name === '') return [requiredField(field)];
  const errors: FieldError[] = name.length > MAX_POOL_NAME ? [tooLongField(field, MAX_POOL_NAME)] : [];
  for (const part of name.slice(0, MAX_POOL_NAME).split('/')) errors.push(...subdomainFieldErrors(part, field));
  return errors;
}

/** Returns the errors of the name of a request or a device. */
export function labelFieldErrors(name: string, field: string): FieldError[] {
  return dnsLabelErrors(name).map((text) => invalidField(field, name, text));
}

/** Returns the errors of the name of a class or of a part of a pool's name. */
export function subdomainFieldErrors(name: string, field: string): FieldError[] {
  return subdomainErrors(name).map((text) => invalidField(field, name, text));
}

/** Returns the errors of the name of an attribute or a capacity: an identifier, with or without a domain. */
export function deviceQualifiedNameErrors(name: string, field: string): FieldError[] {
  if (name === '') return [requiredField(field, 'name required')];
  const parts = name.split('/');
  if (parts.length === 1) return identifierErrors(name, field);
  // Upstream looks at names of one and two parts only.
  if (parts.length > 2) return [];
  const [domain, id] = parts as [string, string];
  return [
    ...(domain === '' ? [requiredField(field, 'the domain must not be empty')] : driverNameErrors(domain, field)),
    ...(id === '' ? [requiredField(field, 'the name must not be empty')] : identifierErrors(id, field)),
  ];
}

/** The same of a name that must have a domain. */
export function fullyQualifiedNameErrors(name: string, field: string): FieldError[] {
  const errors = deviceQualifiedNameErrors(name, field);
  return name === '' || name.includes('/') ? errors : [...errors, invalidField(field, name, 'must include a domain')];
}

function identifierErrors(id: string, field: string): FieldError[] {
  const errors: FieldError[] = utf8Length(id) > MAX_ID ? [tooLongField(field, MAX_ID)] : [];
  if (C_IDENTIFIER.test(id)) return errors;
  return [...errors, { type: FieldErrorType.TypeInvalid, field, value: id, detail: C_IDENTIFIER_TEXT }];
}
