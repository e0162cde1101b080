import { Kind } from 'graphql';
import { textOf, typedOperations, typeOf } from './typed-operations.mjs';

/** A typed function for each operation in `libs/sdk/graphql`, with the types of what it takes and answers. */
export const sdkOperationsTable = {
  file: 'libs/sdk/graphql/operations.generated.ts',
  render: async (_api, root) => typedOperations(root, { documents: 'libs/sdk/graphql', codeOf: functionsOf }),
};

/** The operations as functions over what sends a query. */
function functionsOf(operations, fragments) {
  const functions = operations.map((operation) => functionOf(operation, fragments));
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
  const type = typeOf(operation);
  const isOptional = operation.variableDefinitions.every(({ type: of }) => of.kind !== Kind.NON_NULL_TYPE);
  const variables = isOptional ? `variables: ${type}Variables = {}` : `variables: ${type}Variables`;
  const text = JSON.stringify(textOf(operation, fragments));
  return `    ${operation.name.value}: (${variables}): Promise<${type}> =>\n      ask(${text}, variables),`;
}
