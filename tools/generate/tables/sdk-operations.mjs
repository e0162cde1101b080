import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, Kind, parse, print, visit } from 'graphql';

const SCHEMA = 'libs/api/graphql/schema.graphql';
const DOCUMENTS = 'libs/sdk/graphql';
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
  maybeValue: 'T | null',
  inputMaybeValue: 'T | null | undefined',
};

/** A typed function for each operation in `libs/sdk/graphql`, with the types of what it takes and answers. */
export const sdkOperationsTable = {
  file: 'libs/sdk/graphql/operations.generated.ts',
  render: async (_api, root) => {
    const folder = join(root, DOCUMENTS);
    const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
    const documents = files.sort().map((name) => ({
      location: name,
      document: parse(readFileSync(join(folder, name), 'utf8')),
    }));
    const schemaText = readFileSync(join(root, SCHEMA), 'utf8');
    const text = await codegen({
      filename: 'operations.generated.ts',
      schema: parse(schemaText),
      schemaAst: buildSchema(schemaText),
      documents,
      config: CONFIG,
      plugins: [{ operations: {} }, { functions: {} }],
      pluginMap: { operations, functions: { plugin: (_schema, given) => functionsOf(given) } },
    });
    return `// Written by \`npm run generate\` from ${SCHEMA} and ${DOCUMENTS}; see tools/generate/README.md.\n${text}`;
  },
};

/** The operations as functions over what sends a query. */
function functionsOf(documents) {
  const definitions = documents.flatMap(({ document }) => document.definitions);
  const fragments = new Map(
    definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map((each) => [each.name.value, each]),
  );
  const functions = definitions
    .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
    .map((operation) => functionOf(operation, fragments));
  return `
/** Sends a query with its variables and answers with its data. */
export type Ask = <T>(query: string, variables: unknown) => Promise<T>;

/** A function for each operation. */
export function operationsOver(ask: Ask) {
  return {
${functions.join('\n')}
  };
}
`;
}

function functionOf(operation, fragments) {
  const name = operation.name.value;
  const type = `${name[0].toUpperCase()}${name.slice(1)}${operation.operation === 'query' ? 'Query' : 'Mutation'}`;
  const isOptional = operation.variableDefinitions.every(({ type: of }) => of.kind !== Kind.NON_NULL_TYPE);
  const text = [operation, ...fragmentsOf(operation, fragments)].map(print).join('\n').replace(/\s+/g, ' ');
  const variables = isOptional ? `variables: ${type}Variables = {}` : `variables: ${type}Variables`;
  return `    ${name}: (${variables}): Promise<${type}> =>\n      ask(${JSON.stringify(text)}, variables),`;
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
