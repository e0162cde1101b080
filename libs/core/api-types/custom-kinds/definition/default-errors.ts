import { deepEqual } from '../../equality';
import { invalidField, type FieldError } from '../../errors/field-error';
import { embeddedResourceErrors } from '../schema/embedded-resources';
import { readValue } from '../schema/read-value';
import type { Structural } from '../schema/structural';
import { SchemaValidator } from '../schema/validate-value';

const NO_REPORT = { unknownField: () => undefined, text: () => undefined, infinite: () => undefined };

/** Defaults that their own schemas would refuse, or of which something would be dropped (`schema/defaulting` upstream). */
export function defaultErrors(schema: Structural, field: string): FieldError[] {
  if (!schema.hasDefaults) return [];
  const errors = (schema.default ?? undefined) === undefined ? [] : ownErrors(schema, `${field}.default`);
  if (schema.items) errors.push(...defaultErrors(schema.items, `${field}.items`));
  for (const [name, property] of schema.properties) {
    errors.push(...defaultErrors(property, `${field}.properties[${name}]`));
  }
  return errors;
}

function ownErrors(schema: Structural, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (!deepEqual(readValue(schema, schema.default, NO_REPORT), schema.default)) {
    errors.push(invalidField(field, schema.default, 'must not have unknown fields'));
  }
  const embedded = embeddedResourceErrors(schema, schema.default, field);
  if (embedded.length > 0) return [...errors, ...embedded];
  const found = new SchemaValidator(schema.source).errors(schema.default);
  return [...errors, ...found.map((error) => ({ ...error, field: placed(field, error.field) }))];
}

function placed(field: string, below: string): string {
  if (below === '' || below === '<nil>') return field;
  return below.startsWith('[') ? `${field}${below}` : `${field}.${below}`;
}
