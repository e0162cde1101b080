import {
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import { additionalOf, isSchemaList, itemsOf, type JsonSchema } from '../schema/json-schema';
import { ruleErrors } from './rule-errors';
import { SCHEMA_TYPES, type DefinitionOptions } from './validation-options';

const RESOURCE_FIELDS: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

/** Location of a schema, and the restrictions that follow from it. */
interface Place {
  readonly field: string;
  readonly isRoot: boolean;
  readonly isInMetadata: boolean;
  readonly requiresKnownTypes: boolean;
  /** The reason why defaults are forbidden here. */
  readonly noDefaults?: string;
  /** The schema above in which values of a change cannot be found again. */
  readonly uncorrelatable?: string;
  /** True if this very schema is stored already. */
  readonly isStored: boolean;
}

/**
 * Returns the errors of the single schemas of a definition (`ValidateCustomResourceDefinitionOpenAPISchema` upstream); `isStored`
 * where the stored definition has the same schema.
 */
export function schemaErrors(
  schema: JsonSchema,
  field: string,
  { requiresKnownTypes, noDefaults }: Pick<DefinitionOptions, 'requiresKnownTypes' | 'noDefaults'>,
  isStored = false,
): FieldError[] {
  const reason = noDefaults === undefined ? {} : { noDefaults };
  return errorsAt(schema, { field, isRoot: true, isInMetadata: false, requiresKnownTypes, isStored, ...reason });
}

function errorsAt(schema: JsonSchema, place: Place): FieldError[] {
  return [
    ...keywordErrors(schema, place),
    ...partErrors(schema, place),
    ...extensionErrors(schema, place.field),
    ...listErrors(schema, place.field),
    ...itemKeyErrors(schema, place.field),
    ...ruleErrors(schema, place.field, {
      isRoot: place.isRoot,
      uncorrelatable: place.uncorrelatable,
      hasStoredRules: place.isStored,
    }),
  ];
}

function keywordErrors(
  schema: JsonSchema,
  { field, isInMetadata, noDefaults, requiresKnownTypes }: Place,
): FieldError[] {
  const errors: FieldError[] = [];
  const forbid = (isSet: boolean, name: string, detail = `${name} is not supported`): void => {
    if (isSet) errors.push(forbiddenField(`${field}.${name}`, detail));
  };
  if (requiresKnownTypes && schema.type && !SCHEMA_TYPES.includes(schema.type)) {
    errors.push(unsupportedField(`${field}.type`, schema.type, SCHEMA_TYPES));
  }
  if (schema.default !== undefined && noDefaults !== undefined)
    forbid(true, 'default', `must not be set ${noDefaults}`);
  forbid(Boolean(schema.id), 'id');
  forbid(schema.additionalItems !== undefined, 'additionalItems');
  forbid(Object.keys(schema.patternProperties ?? {}).length > 0, 'patternProperties');
  forbid(Object.keys(schema.definitions ?? {}).length > 0, 'definitions');
  forbid(schema.dependencies !== undefined, 'dependencies');
  forbid(schema.$ref !== undefined, '$ref');
  forbid(schema.type === 'null', 'type', 'type cannot be set to null, use nullable as an alternative');
  forbid(isSchemaList(schema.items), 'items', 'items must be a schema object and not an array');
  if (isInMetadata && schema['x-kubernetes-embedded-resource']) {
    forbid(true, 'x-kubernetes-embedded-resource', 'must not be used inside of resource meta');
  }
  const quadratic = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
  forbid(schema.uniqueItems ?? false, 'uniqueItems', quadratic);
  return errors;
}

function partErrors(schema: JsonSchema, place: Place): FieldError[] {
  const { field, isRoot, isInMetadata } = place;
  const errors: FieldError[] = [];
  const inner = (part: JsonSchema, at: string, more: Partial<Place> = {}): void =>
    void errors.push(...errorsAt(part, { ...place, isRoot: false, ...more, field: `${field}.${at}` }));
  const properties = Object.keys(schema.properties ?? {}).sort();
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== true && properties.length > 0) {
    const detail = 'additionalProperties and properties are mutual exclusive';
    errors.push(forbiddenField(`${field}.additionalProperties`, detail));
  }
  const additional = additionalOf(schema);
  const ambiguous = 'inside additionalProperties applying to object metadata';
  if (additional) inner(additional, 'additionalProperties', isInMetadata ? { noDefaults: ambiguous } : {});
  for (const name of properties) {
    const isMeta = (isRoot || schema['x-kubernetes-embedded-resource'] === true) && RESOURCE_FIELDS.has(name);
    inner(schema.properties![name]!, `properties[${name}]`, {
      ...(schema['x-kubernetes-map-type'] === 'atomic' ? { uncorrelatable: place.uncorrelatable ?? field } : {}),
      ...(isMeta ? { isInMetadata: true } : {}),
      ...(isMeta && isRoot ? { noDefaults: `in top-level ${name}` } : {}),
    });
  }
  if (schema.not) inner(schema.not, 'not');
  for (const junctor of ['allOf', 'oneOf', 'anyOf'] as const) {
    (schema[junctor] ?? []).forEach((part, i) => inner(part, `${junctor}[${i}]`));
  }
  const items = itemsOf(schema);
  const isMap = schema['x-kubernetes-list-type'] === 'map';
  if (items) inner(items, 'items', isMap ? {} : { uncorrelatable: place.uncorrelatable ?? field });
  return errors;
}

function extensionErrors(schema: JsonSchema, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    errors.push(invalidField(`${field}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'));
  }
  const mapType = schema['x-kubernetes-map-type'];
  if (mapType === undefined) return errors;
  errors.push(...typeErrors(schema, field, 'object', 'x-kubernetes-map-type is specified'));
  if (mapType !== 'atomic' && mapType !== 'granular') {
    errors.push(unsupportedField(`${field}.x-kubernetes-map-type`, mapType, ['atomic', 'granular']));
  }
  return errors;
}

function typeErrors({ type = '' }: JsonSchema, field: string, wanted: string, reason: string): FieldError[] {
  if (type === wanted) return [];
  const detail = `must be ${wanted} if ${reason}`;
  return [type === '' ? requiredField(`${field}.type`, detail) : invalidField(`${field}.type`, type, detail)];
}

function listErrors(schema: JsonSchema, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const listType = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const items = itemsOf(schema);
  if (listType !== undefined && schema.type !== 'array') {
    errors.push(...typeErrors(schema, field, 'array', 'x-kubernetes-list-type is specified'));
  } else if (listType === 'set' && items) errors.push(...setErrors(items, field));
  if (listType !== undefined && !['atomic', 'set', 'map'].includes(listType)) {
    errors.push(unsupportedField(`${field}.x-kubernetes-list-type`, listType, ['atomic', 'set', 'map']));
  }
  if (keys.length > 0 && listType !== 'map') {
    const place = `${field}.x-kubernetes-list-type`;
    const detail = 'must be map if x-kubernetes-list-map-keys is non-empty';
    errors.push(listType === undefined ? requiredField(place, detail) : invalidField(place, listType, detail));
  }
  if (listType === 'map') errors.push(...mapErrors(keys, items, field));
  return errors;
}

function setErrors(items: JsonSchema, field: string): FieldError[] {
  const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const { type, 'x-kubernetes-list-type': listType, 'x-kubernetes-map-type': mapType } = items;
  if (type === 'array' && listType !== undefined && listType !== 'atomic') {
    return [invalidField(`${field}.items.x-kubernetes-list-type`, listType, detail)];
  }
  if (type === 'object' && mapType !== 'atomic') {
    return [invalidField(`${field}.items.x-kubernetes-map-type`, listType ?? null, detail)];
  }
  return [];
}

function mapErrors(keys: readonly string[], items: JsonSchema | undefined, field: string): FieldError[] {
  const errors: FieldError[] = [];
  const place = `${field}.x-kubernetes-list-map-keys`;
  if (keys.length === 0) errors.push(requiredField(place, 'must not be empty if x-kubernetes-list-type is map'));
  if (!items) {
    const detail = 'must have a schema if x-kubernetes-list-type is map';
    return [...errors, requiredField(`${field}.items`, detail)];
  }
  if (items.type !== 'object') {
    const detail = "must be object if parent array's x-kubernetes-list-type is map";
    return [...errors, invalidField(`${field}.items.type`, items.type ?? '', detail)];
  }
  const seen = new Set<string>();
  for (const key of keys) {
    const property = items.properties && Object.hasOwn(items.properties, key) ? items.properties[key] : undefined;
    if (!property) errors.push(invalidField(place, keys, 'entries must all be names of item properties'));
    else if (property.type === 'array' || property.type === 'object') {
      const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      errors.push(invalidField(`${field}.items.properties[${key}].type`, items.type, detail));
    }
    if (seen.has(key)) errors.push(invalidField(place, keys, 'must not contain duplicate entries'));
    seen.add(key);
  }
  return errors;
}

/** Items of sets and maps are never null, and their keys always there. */
function itemKeyErrors(schema: JsonSchema, field: string): FieldError[] {
  const listType = schema['x-kubernetes-list-type'];
  const items = itemsOf(schema);
  if (!items || (listType !== 'set' && listType !== 'map')) return [];
  const errors: FieldError[] = [];
  if (items.nullable) {
    errors.push(
      forbiddenField(`${field}.items.nullable`, `cannot be nullable when x-kubernetes-list-type is ${listType}`),
    );
  }
  if (listType !== 'map') return errors;
  const reason = 'this property is in x-kubernetes-list-map-keys, so it';
  for (const key of schema['x-kubernetes-list-map-keys'] ?? []) {
    const property = items.properties && Object.hasOwn(items.properties, key) ? items.properties[key] : undefined;
    if (!property) continue;
    const place = `${field}.items.properties[${key}]`;
    if (!items.required?.includes(key) && property.default === undefined) {
      errors.push(requiredField(`${place}.default`, `${reason} must have a default or be a required property`));
    }
    if (property.nullable) errors.push(forbiddenField(`${place}.nullable`, `${reason} cannot be nullable`));
  }
  return errors;
}
