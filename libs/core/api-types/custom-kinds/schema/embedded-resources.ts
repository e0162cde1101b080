import { invalidField, requiredField, type FieldError } from '../../errors/field-error';
import type { ObjectMeta } from '../../objects';
import { pathSegmentErrors, rfc1035LabelErrors } from '../../names/qualified-name';
import { decodeStruct } from '../../structure/decode';
import { structNamed } from '../../structure/struct-table';
import { validateObjectMeta } from '../../validation/metadata';
import { fieldSchema, type Structural } from './structural';

type Json = Record<string, unknown>;

/** Returns the errors of type and metadata of embedded resources, at any depth (`schema/objectmeta` upstream). */
export function embeddedResourceErrors(schema: Structural, value: unknown, path = ''): FieldError[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, i) => embeddedResourceErrors(items, item, `${path}[${i}]`)) : [];
  }
  const own = schema.isEmbeddedResource ? resourceErrors(value as Json, path) : [];
  const below = Object.keys(value).flatMap((field) => {
    const inner = fieldSchema(schema, field);
    if (!inner) return [];
    const name = schema.properties.has(field) ? child(path, field) : `${path}[${field}]`;
    return embeddedResourceErrors(inner, (value as Json)[field], name);
  });
  return [...own, ...below];
}

function resourceErrors(value: Json, path: string): FieldError[] {
  const missing = ['apiVersion', 'kind'].filter((field) => !Object.hasOwn(value, field));
  return [
    ...missing.map((field) => requiredField(child(path, field))),
    ...apiVersionErrors(value['apiVersion'], child(path, 'apiVersion')),
    ...kindErrors(value['kind'], child(path, 'kind')),
    ...metadataErrors(value['metadata'], child(path, 'metadata')),
  ];
}

function apiVersionErrors(value: unknown, field: string): FieldError[] {
  if (value === undefined) return [];
  if (typeof value !== 'string') return [invalidField(field, value, 'must be a string')];
  if (value === '') return [invalidField(field, value, 'must not be empty')];
  if (value.split('/').length <= 2) return [];
  return [invalidField(field, value, `unexpected GroupVersion string: ${value}`)];
}

function kindErrors(value: unknown, field: string): FieldError[] {
  if (value === undefined) return [];
  if (typeof value !== 'string') return [invalidField(field, value, 'must be a string')];
  if (value === '') return [invalidField(field, value, 'must not be empty')];
  const errors = rfc1035LabelErrors(value.toLowerCase());
  if (errors.length === 0) return [];
  return [invalidField(field, value, `may have mixed case, but should otherwise match: ${errors.join(',')}`)];
}

function metadataErrors(value: unknown, field: string): FieldError[] {
  if (value === undefined) return [];
  const verdict = decodeStruct(structNamed('V1ObjectMeta')!, value);
  if (!verdict.ok) return [invalidField(field, value, verdict.error)];
  // The struct that decoded it has the fields of the type.
  const metadata = verdict.value as unknown as ObjectMeta;
  const named = { ...metadata, name: metadata.name || 'fakename' };
  return validateObjectMeta(named, {
    namespaced: Boolean(metadata.namespace),
    nameErrors: pathSegmentErrors,
    hasStandardFinalizers: false,
    field,
  });
}

function child(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}
