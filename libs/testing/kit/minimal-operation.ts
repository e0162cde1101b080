import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
} from 'graphql';

/** Values for arguments and input fields by name; they take precedence over those of the type. */
export type NamedValues = Readonly<Record<string, unknown>>;

/** An operation with one root field, its required arguments and as few fields of the answer as the schema allows. */
export function minimalOperation(
  operation: 'query' | 'mutation' | 'subscription',
  { name, args, type }: GraphQLField<unknown, never>,
  named: NamedValues,
): { readonly query: string; readonly variables: Record<string, unknown> } {
  const given = args.filter((argument) => isNonNullType(argument.type) || argument.name in named);
  const declared = given.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ');
  const passed = given.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const errors = operation === 'mutation' ? ' errors { code message }' : '';
  const selection = isCompositeType(getNamedType(type)) ? `{ __typename${errors} }` : '';
  const head = `${operation}${declared === '' ? '' : `(${declared})`}`;
  return {
    query: `${head} { ${name}${passed === '' ? '' : `(${passed})`} ${selection} }`,
    variables: Object.fromEntries(given.map((argument) => [argument.name, valueOf(argument, named)])),
  };
}

function valueOf({ name, type }: GraphQLArgument | GraphQLInputField, named: NamedValues): unknown {
  const own = unwrapped(type);
  if (isInputObjectType(own)) {
    const fields = Object.values(own.getFields()).filter((field) => isNonNullType(field.type) || field.name in named);
    const value = Object.fromEntries(fields.map((field) => [field.name, valueOf(field, named)]));
    return isList(type) ? [value] : value;
  }
  const value = name in named && fits(own, named[name]) ? named[name] : scalarOf(own);
  return isList(type) && !Array.isArray(value) ? [value] : value;
}

/** Fields of one name may have different types. */
function fits(type: GraphQLInputType, value: unknown): boolean {
  if (isEnumType(type)) return type.getValue(String(value)) !== undefined;
  return !['Int', 'Float'].includes(String(type)) || typeof value === 'number';
}

function scalarOf(type: GraphQLInputType): unknown {
  if (isEnumType(type)) return type.getValues()[0]!.name;
  switch (String(type)) {
    case 'Int':
    case 'Float':
      return 1;
    case 'Boolean':
      return false;
    case 'JSON':
      return {};
    case 'Duration':
      return '1s';
    default:
      return 'x';
  }
}

function unwrapped(type: GraphQLInputType): GraphQLInputType {
  if (isNonNullType(type) || isListType(type)) return unwrapped(type.ofType as GraphQLInputType);
  return type;
}

function isList(type: GraphQLInputType): boolean {
  return isNonNullType(type) ? isList(type.ofType as GraphQLInputType) : isListType(type);
}
