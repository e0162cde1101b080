import type { SizedType } from '@orrery/cel';
import type { Structural } from '../schema/structural';
import { escaped } from './rule-values';

/** Largest request of upstream in bytes, which limits values that a schema does not (`DefaultMaxRequestSizeBytes`). */
export const MAX_REQUEST_BYTES = 3 * 1024 * 1024;

/** The type of a value of a schema, and the bytes that the smallest one takes in JSON. */
export interface SizedSchema {
  readonly type: SizedType;
  readonly minBytes: number;
}

const TEXT = { type: { kind: 'scalar', maxElements: MAX_REQUEST_BYTES - 2 }, minBytes: 2 } as const;
/** Characters of the longest value and bytes of the shortest, by format (`apiserver/pkg/cel/limits.go` upstream). */
const FORMATS: Readonly<Record<string, { readonly max: number; readonly min: number }>> = {
  duration: { max: 32, min: 3 },
  date: { max: 12, min: 12 },
  'date-time': { max: 32, min: 21 },
};
const SCALAR_BYTES: Readonly<Record<string, number>> = { boolean: 4, integer: 1, number: 1 };

/** Returns the sizes of a schema; undefined for values that rules do not see (`cel/common.SchemaDeclType` upstream). */
export function sizedSchema(schema: Structural, isResource = false): SizedSchema | undefined {
  if (isResource) return sized(schema, true);
  if (!known.has(schema)) known.set(schema, sized(schema, false));
  return known.get(schema);
}

/** Every rule asks for all that is below its schema. */
const known = new WeakMap<Structural, SizedSchema | undefined>();

function sized(schema: Structural, isResource: boolean): SizedSchema | undefined {
  const { source } = schema;
  if (schema.isIntOrString) {
    const maxElements = source.maxLength === undefined ? MAX_REQUEST_BYTES - 2 : source.maxLength * 4;
    return { type: { kind: 'dyn', maxElements }, minBytes: 1 };
  }
  switch (schema.type) {
    case 'array': {
      const items = schema.items && sizedSchema(schema.items, schema.items.isEmbeddedResource);
      if (!items) return undefined;
      const maxElements = source.maxItems ?? Math.floor((MAX_REQUEST_BYTES - 2) / (items.minBytes + 1));
      return { type: { kind: 'list', maxElements, entries: items.type }, minBytes: 2 };
    }
    case 'object':
      return typeof schema.additional === 'object'
        ? sizedMap(schema, schema.additional)
        : sizedObject(schema, isResource);
    case 'string':
      return sizedText(source);
    default: {
      const minBytes = SCALAR_BYTES[schema.type];
      return minBytes === undefined ? undefined : { type: { kind: 'scalar', maxElements: 0 }, minBytes };
    }
  }
}

function sizedMap({ source }: Structural, additional: Structural): SizedSchema | undefined {
  const values = sizedSchema(additional, additional.isEmbeddedResource);
  if (!values) return undefined;
  const maxElements = source.maxProperties ?? Math.floor((MAX_REQUEST_BYTES - 2) / (values.minBytes + 6));
  return { type: { kind: 'map', maxElements, entries: values.type }, minBytes: 2 };
}

function sizedObject(schema: Structural, isResource: boolean): SizedSchema {
  const fields = new Map<string, SizedType>();
  let minBytes = 2;
  for (const [name, property] of schema.properties) {
    const below = sizedSchema(property, property.isEmbeddedResource);
    const field = escaped(name);
    if (!below || field === undefined) continue;
    fields.set(field, below.type);
    const isThere = schema.source.required?.includes(name) && (property.default ?? undefined) === undefined;
    if (isThere) minBytes += name.length + below.minBytes + 4;
  }
  if (isResource) {
    const names = new Map([
      ['name', TEXT.type],
      ['generateName', TEXT.type],
    ]);
    fields.set('apiVersion', TEXT.type).set('kind', TEXT.type);
    fields.set('metadata', { kind: 'object', maxElements: 0, fields: names });
  }
  return { type: { kind: 'object', maxElements: 0, fields }, minBytes };
}

function sizedText({ format = '', maxLength, enum: choices = [] }: Structural['source']): SizedSchema {
  const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (known) return { type: { kind: 'scalar', maxElements: known.max }, minBytes: known.min };
  if (maxLength !== undefined) {
    // A character has up to four bytes; what is encoded in base64 has one.
    return { ...TEXT, type: { kind: 'scalar', maxElements: format === 'byte' ? maxLength : maxLength * 4 } };
  }
  if (choices.length === 0 || format === 'byte') return TEXT;
  const longest = Math.max(...choices.map((choice) => (typeof choice === 'string' ? choice.length : 0)));
  return { ...TEXT, type: { kind: 'scalar', maxElements: longest } };
}
