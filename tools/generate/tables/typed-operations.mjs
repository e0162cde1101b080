import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, Kind, parse, print, visit } from 'graphql';

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
  const schemaText = readFileSync(join(root, SCHEMA), 'utf8');
  const text = await codegen({
    filename: 'operations.generated.ts',
    schema: parse(schemaText),
    schemaAst: buildSchema(schemaText),
    documents,
    config: CONFIG,
    plugins: [{ operations: {} }, { code: {} }],
    pluginMap: { operations, code: { plugin: (_schema, given) => codeOf(...definitionsOf(given)) } },
  });
  return `// Written by \`npm run generate\` from ${SCHEMA} and ${name}; see tools/generate/README.md.\n${text}`;
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
