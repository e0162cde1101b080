import { type FieldError, invalidField } from '../errors/field-error';

const NOT_NEGATIVE = 'must be greater than or equal to 0';

/** A number that may be left out and not be negative. */
export function notNegative(value: number | undefined, field: string): FieldError[] {
  return value !== undefined && value < 0 ? [invalidField(field, value, NOT_NEGATIVE)] : [];
}
