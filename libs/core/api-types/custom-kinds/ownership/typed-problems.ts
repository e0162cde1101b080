import { keyPath, repeatedKeys, undeclared } from '../../field-ownership/typed-patch';
import { jsonText } from '../../numbers/json-text';
import { isRecord } from '../../structure/is-record';
import type { TypedProblem } from '../../structure/schema-shape';
import { fieldSchema, RESOURCE_FIELDS, type Structural } from '../schema/structural';

/** Fields of an applied value that its schema does not have, and keys that its lists repeat, by paths below the value. */
export function typedProblems(schema: Structural, value: unknown): TypedProblem[] {
  return problemsOf(schema, value, '');
}

function problemsOf(schema: Structural | undefined, value: unknown, path: string): TypedProblem[] {
  // What has no schema may be anything.
  if (schema === undefined || schema.preservesUnknown) return [];
  if (Array.isArray(value)) return problemsOfList(schema, value, path);
  if (!isRecord(value)) return [];
  return Object.keys(value).flatMap((field) => {
    const inner = `${path}.${field}`;
    if (isDeclared(schema, field)) return problemsOf(fieldSchema(schema, field), value[field], inner);
    return [undeclared(inner)];
  });
}

function isDeclared({ properties, additional, isEmbeddedResource }: Structural, field: string): boolean {
  return properties.has(field) || additional !== undefined || (isEmbeddedResource && RESOURCE_FIELDS.has(field));
}

function problemsOfList(schema: Structural, list: readonly unknown[], path: string): TypedProblem[] {
  const { listType, mapKeys, items } = schema;
  const elements = list.map((item, i) => {
    if (listType === 'atomic') return `[${i}]`;
    if (listType === 'set') return `[=${jsonText(item)}]`;
    return keyPath(mapKeys, item, (key) => items?.properties.get(key)?.default);
  });
  const repeated = listType === 'atomic' ? [] : repeatedKeys(elements, path);
  return [...repeated, ...list.flatMap((item, i) => problemsOf(items, item, `${path}${elements[i]!}`))];
}
