import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, isEnumType, isInputObjectType } from 'graphql';
import { SCHEMA } from './typed-operations.mjs';

/** The fields of the inputs of all mutations, from which the command line makes its options. */
export const actionInputsTable = {
  file: 'apps/cli/input/action-inputs.generated.ts',
  render: async (_api, root) => {
    const schema = buildSchema(readFileSync(join(root, SCHEMA), 'utf8'));
    const mutations = Object.values(schema.getMutationType().getFields());
    const inputs = Object.fromEntries(mutations.map(({ name, args }) => [name, fieldsOf(getNamedType(args[0].type))]));
    return `// Written by \`npm run generate\` from ${SCHEMA}; see tools/generate/README.md.
/** Type and description of the fields that an option can give, by mutation. Objects and documents are no options. */
export const ACTION_INPUTS = ${JSON.stringify(inputs, null, 2)} as const;
`;
  },
};

const NO_OPTIONS = new Set(['JSON', 'YAML']);

function fieldsOf(input) {
  const fields = Object.values(input.getFields()).filter(({ name, type }) => {
    const named = getNamedType(type);
    return name !== 'clientMutationId' && !isInputObjectType(named) && !NO_OPTIONS.has(named.name);
  });
  return Object.fromEntries(
    fields.map(({ name, type, description }) => {
      const named = getNamedType(type);
      const words = isEnumType(named)
        ? { words: named.getValues().flatMap(({ name, deprecationReason }) => (deprecationReason ? [] : [name])) }
        : {};
      const isList = /^\[/.test(String(type));
      return [name, { type: named.name, ...(isList ? { isList } : {}), ...words, about: description }];
    }),
  );
}
