import { type FieldError, requiredField } from '../errors/field-error';

/** Errors for texts of an object that must be there and not be empty. */
export function requiredTexts(value: object, names: readonly string[], field: string): FieldError[] {
  return names
    .filter((name) => !(value as Readonly<Record<string, unknown>>)[name])
    .map((name) => requiredField(`${field}.${name}`));
}
