import { textOf, typedOperations, typeOf } from './typed-operations.mjs';

/** The operations in `apps/console/src/graphql` as texts that know the types of their variables and of their answers. */
export const consoleOperationsTable = {
  file: 'apps/console/src/graphql/operations.generated.ts',
  render: async (_api, root) => typedOperations(root, { documents: 'apps/console/src/graphql', codeOf: textsOf }),
};

function textsOf(operations, fragments) {
  const texts = operations.map((operation) => {
    const type = typeOf(operation);
    const text = JSON.stringify(textOf(operation, fragments));
    return `export const ${type}: Operation<${type}, ${type}Variables> = {\n  text: ${text},\n};`;
  });
  return `
/** An operation to send; the types are those of its answer and of its variables. */
export interface Operation<Answer, Variables> {
  readonly text: string;
  readonly answer?: Answer;
  readonly variables?: Variables;
}

${texts.join('\n\n')}
`;
}
