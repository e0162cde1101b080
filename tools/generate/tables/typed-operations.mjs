import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, getNamedType, isLeafType, Kind, parse, print, visit } from 'graphql';

export const SCHEMA = 'libs/api/graphql/schema.graphql';
/** What the scalars of the schema are in JSON; those that are missing here are texts. */
const SCALARS = {
  DateTime: 'string',
  Duration: 'string',
  Int64: 'number',
  IntOrString: 'number | string',
  JSON: 'any',
  LabelChanges: 'Record<string, string | null>',
  LabelMap: 'Record<string, string>',
  ResourceList: 'Record<string, string>',
};
const CONFIG = {
  scalars: SCALARS,
  defaultScalarType: 'string',
  enumType: 'string-literal',
  enumsAsTypes: true,
  immutableTypes: true,
  skipTypename: true,
  mergeFragmentTypes: true,
  maybeValue: 'T | null',
  inputMaybeValue: 'T | null | undefined',
};

/**
 * The types of the operations in a folder of GraphQL documents, followed by what is made of them.
 * @param {string} root the checkout
 * @param {{ documents: string, codeOf: (operations: object[], fragments: Map<string, object>) => string }} of
 */
export async function typedOperations(root, { documents: name, codeOf }) {
  const folder = join(root, name);
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
  const documents = files.sort().map((file) => ({
    location: file,
    document: parse(readFileSync(join(folder, file), 'utf8')),
  }));
  const schemaText = print(withoutFormerNames(parse(readFileSync(join(root, SCHEMA), 'utf8'))));
  const schema = buildSchema(schemaText);
  const mutations = { location: 'mutations', document: parse(mutationsText(schema, documents)) };
  const text = await codegen({
    filename: 'operations.generated.ts',
    schema: parse(schemaText),
    schemaAst: schema,
    documents: [...documents, mutations],
    config: CONFIG,
    plugins: [{ operations: {} }, { code: {} }],
    pluginMap: { operations, code: { plugin: (_schema, given) => codeOf(...definitionsOf(given)) } },
  });
  return `// Written by \`npm run generate\` from ${SCHEMA} and ${name}; see tools/generate/README.md.\n${text}`;
}

/** The schema without the names of values that have others today: an answer never has them. */
function withoutFormerNames(schema) {
  const isFormer = ({ directives }) => directives.some(({ name }) => name.value === 'deprecated');
  return visit(schema, { EnumValueDefinition: (value) => (isFormer(value) ? null : undefined) });
}

/** A mutation for each of the schema that no document has, which asks for what the fragments of the documents name. */
function mutationsText(schema, documents) {
  const [operations, fragments] = definitionsOf(documents);
  const byHand = new Set(operations.map(({ name }) => name.value));
  const size = ({ selectionSet }) => selectionSet.selections.length;
  const largestFirst = [...fragments.values()].sort((a, b) => size(b) - size(a));
  const byType = new Map(largestFirst.map((each) => [each.typeCondition.name.value, each.name.value]));
  return Object.values(schema.getMutationType().getFields())
    .filter(({ name }) => !byHand.has(name))
    .map(({ name, args, type }) => {
      const selection = selectionOf(Object.values(getNamedType(type).getFields()), byType);
      return `mutation ${name}($input: ${args[0].type}) { ${name}(input: $input) { ${selection} } }`;
    })
    .join('\n');
}

/** Fields of a payload: values as they are, objects by the smallest fragment on their type, and a list in place of its first item. */
function selectionOf(fields, byType) {
  const isList = ({ type }) => String(type).startsWith('[');
  const listed = new Set(fields.filter(isList).map(({ type }) => getNamedType(type).name));
  return fields
    .filter(({ name }) => name !== 'clientMutationId')
    .flatMap((field) => {
      const type = getNamedType(field.type);
      if (isLeafType(type)) return [field.name];
      const fragment = byType.get(type.name);
      const isRepeated = listed.has(type.name) && !isList(field);
      return fragment === undefined || isRepeated ? [] : [`${field.name} { ...${fragment} }`];
    })
    .join(' ');
}

function definitionsOf(documents) {
  const definitions = documents.flatMap(({ document }) => document.definitions);
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return [
    definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION),
    new Map(fragments.map((each) => [each.name.value, each])),
  ];
}

/** The name of the type of what an operation answers; that of its variables is the same with `Variables` behind it. */
export function typeOf({ name, operation }) {
  return `${name.value[0].toUpperCase()}${name.value.slice(1)}${operation[0].toUpperCase()}${operation.slice(1)}`;
}

/** The text to send: an operation with the fragments that it uses, in one line. */
export function textOf(operation, fragments) {
  return [operation, ...fragmentsOf(operation, fragments)].map(print).join('\n').replace(/\s+/g, ' ');
}

/** The fragments that a definition uses, and those that they use, each once. */
function fragmentsOf(definition, fragments, found = new Set()) {
  visit(definition, {
    FragmentSpread: ({ name }) => {
      const fragment = fragments.get(name.value);
      if (found.has(fragment)) return;
      found.add(fragment);
      fragmentsOf(fragment, fragments, found);
    },
  });
  return [...found];
}
