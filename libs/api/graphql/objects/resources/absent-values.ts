import {
  defaultFieldResolver,
  getNullableType,
  GraphQLEnumType,
  GraphQLList,
  GraphQLObjectType,
  isNonNullType,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { isMadeOfStruct } from '../structs/struct-types';

/** Zero values that Go writes for required scalars that are not set. */
const ZEROS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['String', ''],
  ['Int', 0],
  ['Int64', 0],
  ['Float', 0],
  ['Boolean', false],
]);

const EMPTY_STRUCT = Object.freeze({});

/**
 * Stored objects leave empty parts out, and keep some words as clients sent them. Where a field has no resolver of its
 * own: a list that is absent is empty, so is a map, and a word that the schema does not know is null. In the types that
 * are made of the API's structs a required field that is absent has the zero of its type, as Go writes it.
 */
export function readAbsentValues(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLObjectType) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const substitute = substituteFor(field.type) ?? (hasZeros(type.name) ? zeroFor(field.type) : undefined);
      if (substitute) field.resolve = substituting(field.resolve ?? defaultFieldResolver, substitute);
    }
  }
  return schema;
}

/** Returns whether absent fields of a type have the zeros of Go: an object that is created by way of trial has no resourceVersion. */
function hasZeros(type: string): boolean {
  return isMadeOfStruct(type) || type === 'ObjectMeta';
}

type Substitute = (value: unknown) => unknown;

function substituteFor(type: GraphQLOutputType): Substitute | undefined {
  if (type instanceof GraphQLEnumType) {
    const known = new Set(type.getValues().map(({ value }) => value as unknown));
    return (value) => (known.has(value) ? value : null);
  }
  if (!isNonNullType(type)) return undefined;
  if (type.ofType instanceof GraphQLList) return (value) => value ?? [];
  return type.toString() === 'LabelMap!' ? (value) => value ?? {} : undefined;
}

function zeroFor(type: GraphQLOutputType): Substitute | undefined {
  if (!isNonNullType(type)) return undefined;
  const name = getNullableType(type).toString();
  const zero = isMadeOfStruct(name) ? EMPTY_STRUCT : ZEROS.get(name);
  return zero === undefined ? undefined : (value) => value ?? zero;
}

function substituting(
  resolve: GraphQLFieldResolver<unknown, unknown>,
  substitute: Substitute,
): GraphQLFieldResolver<unknown, unknown> {
  return (...args) => {
    const value: unknown = resolve(...args);
    return value instanceof Promise ? value.then(substitute) : substitute(value);
  };
}
