import { deepEqual } from '../equality';
import { invalidField, type FieldError } from '../errors/field-error';

/** Returns an error if a value changed that is immutable; an absent one is null. */
export function changedField(field: string, [next, old]: readonly [unknown, unknown]): FieldError[] {
  return deepEqual(next ?? null, old ?? null) ? [] : [invalidField(field, next ?? null, 'field is immutable')];
}
