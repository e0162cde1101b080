import { compilePattern } from '@orrery/linear-regex';
import { deepEqual } from '../../equality';
import {
  forbiddenField,
  invalidField,
  renderFieldError,
  requiredField,
  type FieldError,
} from '../../errors/field-error';
import { additionalOf, itemsOf, type JsonSchema } from '../schema/json-schema';

type Level = 'root' | 'item' | 'field';

const INT_OR_STRING: readonly JsonSchema[] = [{ type: 'integer' }, { type: 'string' }];
const LEVEL_TEXTS: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/** Returns why a schema is not structural (`schema.ValidateStructural` upstream), in the order of the texts. */
export function structuralErrors(schema: JsonSchema, field: string): FieldError[] {
  const errors = [...invariants(schema, 'root', field), ...completeness(schema, schema, field, field)];
  const texts = new Map(errors.map((error) => [error, renderFieldError(error)] as const));
  return errors.sort((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : 1));
}

function invariants(schema: JsonSchema, level: Level, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const items = itemsOf(schema);
  if (schema.type === 'array' && !items) errors.push(requiredField(`${field}.items`, 'must be specified'));
  if (items) errors.push(...invariants(items, 'item', `${field}.items`));
  for (const [name, property] of propertiesOf(schema)) {
    errors.push(...invariants(property, 'field', `${field}.properties[${name}]`));
  }
  if (isAdditional(schema)) {
    if (level === 'root') errors.push(forbiddenField(`${field}.additionalProperties`, 'must not be used at the root'));
    const additional = additionalOf(schema);
    if (additional) errors.push(...invariants(additional, 'field', `${field}.additionalProperties`));
  }
  errors.push(...extensionErrors(schema, field));
  errors.push(...junctorErrors(schema, field, level, patternOf(schema)));
  errors.push(...typeErrors(schema, level, field));
  errors.push(...resourceErrors(schema, level, field));
  return errors;
}

function extensionErrors(schema: JsonSchema, field: string): FieldError[] {
  if (!schema['x-kubernetes-int-or-string']) return [];
  const detail = 'must be false if x-kubernetes-int-or-string is true';
  return (['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const)
    .filter((extension) => schema[extension])
    .map((extension) => invalidField(`${field}.${extension}`, true, detail));
}

function typeErrors(schema: JsonSchema, level: Level, field: string): FieldError[] {
  const { type = '' } = schema;
  const errors: FieldError[] = [];
  const place = `${field}.type`;
  if (schema['x-kubernetes-embedded-resource'] && type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(type === '' ? requiredField(place, detail) : invalidField(place, type, detail));
  } else if (type === '' && !schema['x-kubernetes-int-or-string'] && !schema['x-kubernetes-preserve-unknown-fields']) {
    errors.push(requiredField(place, LEVEL_TEXTS[level]));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(invalidField(place, type, 'must be object at the root'));
  }
  return errors;
}

/** Rules of schemas of whole resources: the root, and embedded ones. */
function resourceErrors(schema: JsonSchema, level: Level, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const isEmbedded = schema['x-kubernetes-embedded-resource'] ?? false;
  if (isEmbedded && isAdditional(schema)) {
    const detail = 'must not be used if x-kubernetes-embedded-resource is set';
    errors.push(forbiddenField(`${field}.additionalProperties`, detail));
  }
  if (level === 'root' || isEmbedded) {
    for (const [name, type] of [
      ['kind', 'string'],
      ['apiVersion', 'string'],
      ['metadata', 'object'],
    ] as const) {
      const property = schema.properties?.[name];
      if (property && property.type !== type) {
        errors.push(invalidField(`${field}.properties[${name}].type`, property.type ?? '', `must be ${type}`));
      }
    }
  }
  const metadata = schema.properties?.['metadata'];
  if (level === 'root' && metadata && !restrictsNamesOnly(metadata)) {
    const detail = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
    errors.push(forbiddenField(`${field}.properties[metadata]`, detail));
  }
  if (isEmbedded && !schema['x-kubernetes-preserve-unknown-fields'] && propertiesOf(schema).length === 0) {
    const detail =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.push(requiredField(`${field}.properties`, detail));
  }
  return errors;
}

function restrictsNamesOnly({ type: _type, default: _default, properties = {}, ...others }: JsonSchema): boolean {
  const names = Object.keys(properties);
  return names.every((name) => name === 'name' || name === 'generateName') && Object.keys(others).length === 0;
}

interface IntOrStringPattern {
  readonly isAnyOf: boolean;
  readonly isFirstAllOf: boolean;
}

function patternOf({ anyOf, allOf }: JsonSchema): IntOrStringPattern {
  return { isAnyOf: deepEqual(anyOf, INT_OR_STRING), isFirstAllOf: deepEqual(allOf?.[0]?.anyOf, INT_OR_STRING) };
}

/**
 * Returns the errors inside logical combinators. The two ways in which an integer or string may be spelled with combinators do
 * not count as structural parts.
 */
function junctorErrors(schema: JsonSchema, field: string, level: Level, skipped: IntOrStringPattern): FieldError[] {
  const errors: FieldError[] = [];
  const none: IntOrStringPattern = { isAnyOf: false, isFirstAllOf: false };
  if (!skipped.isAnyOf) {
    (schema.anyOf ?? []).forEach((part, i) => errors.push(...nestedErrors(part, `${field}.anyOf[${i}]`, level, none)));
  }
  (schema.allOf ?? []).forEach((part, i) => {
    const isPattern = skipped.isFirstAllOf && i === 0;
    errors.push(...nestedErrors(part, `${field}.allOf[${i}]`, level, { isAnyOf: isPattern, isFirstAllOf: false }));
  });
  (schema.oneOf ?? []).forEach((part, i) => errors.push(...nestedErrors(part, `${field}.oneOf[${i}]`, level, none)));
  if (schema.not) errors.push(...nestedErrors(schema.not, `${field}.not`, level, none));
  if (schema.pattern) errors.push(...patternErrors(schema.pattern, `${field}.pattern`));
  return errors;
}

function patternErrors(pattern: string, field: string): FieldError[] {
  try {
    compilePattern(pattern);
    return [];
  } catch (error) {
    const detail = `must be a valid regular expression, but isn't: ${(error as Error).message}`;
    return [invalidField(field, pattern, detail)];
  }
}

/** Returns the errors of a schema inside a logical combinator: it only restricts values, so descriptions are forbidden there. */
function nestedErrors(schema: JsonSchema, field: string, level: Level, skipped: IntOrStringPattern): FieldError[] {
  const errors = junctorErrors(schema, field, level, skipped);
  const items = itemsOf(schema);
  if (items) errors.push(...nestedErrors(items, `${field}.items`, level, { isAnyOf: false, isFirstAllOf: false }));
  for (const [name, property] of propertiesOf(schema)) {
    const place = `${field}.properties[${name}]`;
    errors.push(...nestedErrors(property, place, 'field', { isAnyOf: false, isFirstAllOf: false }));
  }
  const refuse = (name: string, isSet: boolean, detail: string): void => {
    if (isSet) errors.push(forbiddenField(`${field}.${name}`, `must be ${detail} to be structural`));
  };
  refuse('type', Boolean(schema.type), 'empty');
  refuse('additionalProperties', schema.additionalProperties !== undefined, 'undefined');
  refuse('default', schema.default !== undefined, 'undefined');
  refuse('title', Boolean(schema.title), 'empty');
  refuse('description', Boolean(schema.description), 'empty');
  refuse('nullable', Boolean(schema.nullable), 'false');
  for (const name of ['preserve-unknown-fields', 'embedded-resource', 'int-or-string'] as const) {
    refuse(`x-kubernetes-${name}`, Boolean(schema[`x-kubernetes-${name}`]), 'false');
  }
  refuse('x-kubernetes-list-map-keys', (schema['x-kubernetes-list-map-keys'] ?? []).length > 0, 'empty');
  refuse('x-kubernetes-list-type', schema['x-kubernetes-list-type'] !== undefined, 'undefined');
  refuse('x-kubernetes-map-type', schema['x-kubernetes-map-type'] !== undefined, 'undefined');
  refuse('x-kubernetes-validations', (schema['x-kubernetes-validations'] ?? []).length > 0, 'empty');
  if (schema.properties && Object.hasOwn(schema.properties, 'metadata')) {
    errors.push(forbiddenField(`${field}.properties[metadata]`, 'must not be specified in a nested context'));
  }
  return errors;
}

/** Returns an error for each part that a logical combinator restricts and that is not described outside of it. */
function completeness(source: JsonSchema, target: JsonSchema, targetField: string, field: string): FieldError[] {
  const parts: [JsonSchema, string][] = [];
  if (source.not) parts.push([source.not, `${field}.not`]);
  for (const junctor of ['allOf', 'anyOf', 'oneOf'] as const) {
    (source[junctor] ?? []).forEach((part, i) => parts.push([part, `${field}.${junctor}[${i}]`]));
  }
  return parts.flatMap(([part, place]) => nestedCompleteness(part, target, targetField, place));
}

function nestedCompleteness(
  part: JsonSchema,
  target: JsonSchema | undefined,
  targetField: string,
  field: string,
): FieldError[] {
  if (!target) return [requiredField(targetField, `because it is defined in ${field}`)];
  const errors = completeness(part, target, targetField, field);
  const items = itemsOf(part);
  if (items) errors.push(...nestedCompleteness(items, itemsOf(target), `${targetField}.items`, `${field}.items`));
  for (const [name, property] of propertiesOf(part)) {
    const own = target.properties && Object.hasOwn(target.properties, name) ? target.properties[name] : undefined;
    errors.push(
      ...nestedCompleteness(property, own, `${targetField}.properties[${name}]`, `${field}.properties[${name}]`),
    );
  }
  return errors;
}

function propertiesOf({ properties = {} }: JsonSchema): [string, JsonSchema][] {
  return Object.keys(properties)
    .sort()
    .map((name) => [name, properties[name]!]);
}

function isAdditional({ additionalProperties }: JsonSchema): boolean {
  return additionalProperties !== undefined;
}
