import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listType,
  mapType,
  objectType,
  STRING,
  TIMESTAMP,
  type CelType,
} from '@orrery/cel';
import type { Structural } from '../schema/structural';
import { escaped } from './rule-values';

/** Name in messages of the type of `self` where it is an object; upstream adds a random number. */
const SELF = 'selfType';
const SCALARS: Readonly<Record<string, CelType>> = { boolean: BOOL, integer: INT, number: DOUBLE };
const FORMATS: Readonly<Record<string, CelType>> = {
  byte: BYTES,
  duration: DURATION,
  date: TIMESTAMP,
  'date-time': TIMESTAMP,
};

/**
 * Returns the type that rules of a schema see in its values; undefined for values that they do not see
 * (`cel/common.SchemaDeclType` upstream). Objects of different places have different types, however alike they are.
 */
export function declaredType(schema: Structural, isResource: boolean, name = SELF): CelType | undefined {
  if (schema.isIntOrString) return DYN;
  switch (schema.type) {
    case 'array': {
      const items = schema.items && declaredType(schema.items, schema.items.isEmbeddedResource, `${name}.@idx`);
      return items && listType(items);
    }
    case 'object':
      if (typeof schema.additional !== 'object') return declaredObject(schema, isResource, name);
      return declaredMap(schema.additional, name);
    case 'string': {
      const { format = '' } = schema.source;
      return Object.hasOwn(FORMATS, format) ? FORMATS[format] : STRING;
    }
    default:
      return Object.hasOwn(SCALARS, schema.type) ? SCALARS[schema.type] : undefined;
  }
}

function declaredMap(values: Structural, name: string): CelType | undefined {
  const type = declaredType(values, values.isEmbeddedResource, `${name}.@elem`);
  return type && mapType(STRING, type);
}

function declaredObject({ properties }: Structural, isResource: boolean, name: string): CelType {
  const fields = new Map<string, CelType>();
  for (const [property, schema] of properties) {
    const field = escaped(property);
    const type = field === undefined ? undefined : declaredType(schema, schema.isEmbeddedResource, `${name}.${field}`);
    if (type) fields.set(field!, type);
  }
  if (isResource) {
    const names = new Map([
      ['name', STRING],
      ['generateName', STRING],
    ]);
    fields
      .set('apiVersion', STRING)
      .set('kind', STRING)
      .set('metadata', objectType(`${name}.metadata`, names));
  }
  return objectType(name, fields);
}
