import { requiredField, unsupportedField, type FieldError } from '../errors/field-error';

/** Returns the errors of a value of a closed set, in upstream's words; a field that is left out is right. */
export function oneOf(value: string | undefined, supported: readonly string[], field: string): FieldError[] {
  return value === undefined || supported.includes(value) ? [] : [unsupportedField(field, value, supported)];
}

/** Returns the errors of a value of a closed set that may be neither left out nor empty. */
export function requiredOneOf(value: string | undefined, supported: readonly string[], field: string): FieldError[] {
  return value ? oneOf(value, supported, field) : [requiredField(field)];
}
