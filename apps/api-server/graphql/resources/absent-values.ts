import {
  defaultFieldResolver,
  GraphQLEnumType,
  GraphQLList,
  GraphQLObjectType,
  isNonNullType,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';

/**
 * Stored objects leave empty parts out, and keep some words as clients sent them. Where a field has no resolver of its
 * own: a list that is absent is empty, so is a map, and a word that the schema does not know is null.
 */
export function readAbsentValues(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLObjectType) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const substitute = substituteFor(field.type);
      if (substitute) field.resolve = substituting(field.resolve ?? defaultFieldResolver, substitute);
    }
  }
  return schema;
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

function substituting(
  resolve: GraphQLFieldResolver<unknown, unknown>,
  substitute: Substitute,
): GraphQLFieldResolver<unknown, unknown> {
  return (...args) => {
    const value: unknown = resolve(...args);
    return value instanceof Promise ? value.then(substitute) : substitute(value);
  };
}
