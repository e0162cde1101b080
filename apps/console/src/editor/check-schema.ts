import { Validator, type Schema } from '@cfworker/json-schema';
import type { KindSchema, SchemaPart } from '../model/editor/schema-at';
import type { Finding, TextDocument } from './documents';

/** Keywords whose violation is an error of its own; the others repeat it for everything around it. */
const LEAVES = new Set([
  'type',
  'required',
  'false',
  'enum',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]);
/** Types whose values may be texts or numbers, which OpenAPI v2 cannot say. */
const TEXT_OR_NUMBER = /\.(Quantity|IntOrString)$/;

const validators = new WeakMap<KindSchema, Validator>();

/**
 * Returns the places at which a document violates the schema of its kind. The schema is interpreted, because the policy
 * of the page forbids to compile code.
 */
export function checkSchema(document: TextDocument, schema: KindSchema): readonly Finding[] {
  let validator = validators.get(schema);
  if (!validator) validators.set(schema, (validator = new Validator(closed(schema) as Schema, '4', false)));
  const { errors } = validator.validate(withoutNulls(document.body));
  return errors
    .filter(({ keyword }) => LEAVES.has(keyword))
    .map(({ instanceLocation, keyword, error }) => {
      const path = instanceLocation.split('/').slice(1).map(unescaped);
      return { ...document.rangeOf(path), message: wordsOf(keyword, error, path.at(-1)) };
    });
}

/** The schema with all fields that it does not name refused, as the server does. */
function closed({ definitions = {}, ...schema }: KindSchema): KindSchema {
  const parts = Object.entries(definitions).map(
    ([name, part]) => [name, TEXT_OR_NUMBER.test(name) ? {} : closedPart(part)] as const,
  );
  return { ...closedPart(schema), definitions: Object.fromEntries(parts) };
}

function closedPart(part: SchemaPart): SchemaPart {
  const isOpen = (part as Readonly<Record<string, unknown>>)['x-kubernetes-preserve-unknown-fields'] === true;
  const { properties, items, additionalProperties } = part;
  return {
    ...part,
    ...(items ? { items: closedPart(items) } : {}),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: closedPart(additionalProperties) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, closedPart(each)])),
          ...(isOpen || additionalProperties !== undefined ? {} : { additionalProperties: false }),
        }
      : {}),
  };
}

/** Returns a value without nulls: a null means that a field is not set. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([name, each]) => [name, withoutNulls(each)]),
  );
}

function unescaped(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}

function wordsOf(keyword: string, error: string, field: string | undefined): string {
  return keyword === 'false' ? `unknown field "${field ?? ''}"` : error.replace(/^Instance /, 'This ');
}
