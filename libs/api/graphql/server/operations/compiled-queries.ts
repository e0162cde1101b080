import {
  getVariableValues,
  Kind,
  visit,
  BREAK,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { OperationRequest } from './operation-check';

/**
 * Number of requests for a document after which it is compiled (graphql-jit): lists of many objects cost half as much
 * from then on.
 */
export const COMPILE_AFTER = 16;
/** Code for longer documents would take more memory than it is worth. */
const MAX_CHARACTERS = 4000;

const known = new WeakMap<DocumentNode, OperationDefinitionNode | undefined>();

/**
 * Returns whether a valid document may be carried out by compiled code, with the answer that the interpreter of graphql-js gives: one query, so
 * that the code is not that of another operation; no directives, introspection and mutations, which are not worth it; and variables
 * that fit, whose errors have words of their own in compiled code.
 */
export function mayBeCompiled(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: OperationRequest['variables'],
): boolean {
  if (!known.has(document)) known.set(document, onlyQuery(document));
  const query = known.get(document);
  if (!query) return false;
  return !getVariableValues(schema, query.variableDefinitions ?? [], variables ?? {}, { maxErrors: 1 }).errors;
}

/** The query of a document that has nothing else, and is fit for compilation. */
function onlyQuery(document: DocumentNode): OperationDefinitionNode | undefined {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const [query] = operations as OperationDefinitionNode[];
  if (operations.length !== 1 || query!.operation !== 'query') return undefined;
  if ((document.loc?.end ?? Infinity) > MAX_CHARACTERS) return undefined;
  let isPlain = true;
  const refuse = (): typeof BREAK => {
    isPlain = false;
    return BREAK;
  };
  visit(document, {
    Directive: refuse,
    Field: ({ name }) => (name.value.startsWith('__') && name.value !== '__typename' ? refuse() : undefined),
  });
  return isPlain ? query : undefined;
}
