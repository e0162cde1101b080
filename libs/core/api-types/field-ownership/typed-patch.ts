import { jsonText } from '../numbers/json-text';
import { isRecord } from '../structure/is-record';
import type { TypedProblem } from '../structure/schema-shape';
import type { Struct, ValueType } from '../structure/struct-table';
import { defaultOfKey, isAtomicStruct, listTypeOf } from './list-types';

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns why a configuration is not a value of its type, in the words of structured-merge-diff: fields that the type does not
 * have, and items of a list that have the same key. Undefined if it is one. An apply refuses such a configuration with any
 * `fieldValidation`: its owners could not be decided.
 */
export function typedPatchProblem(struct: Struct, config: Json): string | undefined {
  const problems = problemsOfStruct(struct, config, '');
  const texts = problems.map(({ path, text }) => `${path}: ${text}`);
  return texts.length > 1 ? `errors:\n  ${texts.join('\n  ')}` : texts[0];
}

function problemsOfStruct(struct: Struct, value: Json, path: string): TypedProblem[] {
  return Object.keys(value).flatMap((field) => {
    const [type, inner] = [struct.typeOf(field), `${path}.${field}`];
    if (!type) return [undeclared(inner)];
    return problemsOf(type, value[field], { struct, field, path: inner });
  });
}

/** The problem of a field that its type does not have. */
export function undeclared(path: string): TypedProblem {
  return { path, text: 'field not declared in schema' };
}

interface Place {
  readonly struct: Struct;
  readonly field: string;
  readonly path: string;
}

function problemsOf(type: ValueType, value: unknown, place: Place): TypedProblem[] {
  const { path } = place;
  if (type.is === 'shape') {
    return type.shape.typedProblems(value).map((problem) => ({ ...problem, path: `${path}${problem.path}` }));
  }
  if (type.is === 'struct') return isRecord(value) ? problemsOfStruct(type.struct, value, path) : [];
  if (type.is === '{' && isRecord(value)) {
    return Object.keys(value).flatMap((key) => problemsOf(type.item, value[key], { ...place, path: `${path}.${key}` }));
  }
  if (type.is !== '[' || !Array.isArray(value)) return [];
  const listType = listTypeOf(place.struct, place.field);
  const elements = value.map((item, i) => {
    if (listType === 'atomic') return `[${i}]`;
    return listType === 'set' ? `[=${jsonText(item)}]` : keyPath(listType.keys, item, defaultOfKey);
  });
  const repeated = listType === 'atomic' ? [] : repeatedKeys(elements, path);
  const isWhole = type.item.is === 'struct' && isAtomicStruct(type.item.struct);
  const below = value.flatMap((item, i) => problemsOf(type.item, item, { ...place, path: `${path}${elements[i]!}` }));
  return isWhole ? below : [...repeated, ...below];
}

/** The problems of a list in which items have the same key; each key is named once. */
export function repeatedKeys(elements: readonly string[], path: string): TypedProblem[] {
  const repeated = new Set(elements.filter((element, i) => elements.indexOf(element) < i));
  return [...repeated].map((element) => ({ path, text: `duplicate entries for key ${element}` }));
}

/** An item by its keys, as errors name it: `[containerPort=80,protocol="TCP"]`. */
export function keyPath(
  keys: readonly string[],
  item: unknown,
  defaultOf: (key: string) => unknown = () => undefined,
): string {
  const value = isRecord(item) ? item : {};
  const parts = [...keys].sort().map((key) => {
    const given = Object.hasOwn(value, key) ? value[key] : defaultOf(key);
    return `${key}=${jsonText(given ?? null)}`;
  });
  return `[${parts.join(',')}]`;
}
