import {
  GraphQLError,
  Kind,
  Lexer,
  Source,
  TokenKind,
  type ASTVisitor,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { RequestErrorCode } from '../../values/errors/request-errors';

/** Maximum nesting of fields: the depth of the deepest field of an object in a list of CronJobs. */
export const MAX_DEPTH = 15;

/**
 * Maximum nesting of brackets in a document that is to be parsed: the parser calls itself for each, and its stack ends
 * before its limit of tokens. Input objects and lists, which {@link MAX_DEPTH} does not cover, stay far below.
 */
const MAX_NESTING = 500;
const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Returns the error of a document that is nested too deeply to be parsed; the parser reports other errors. */
export function nestingError(document: string): GraphQLError | undefined {
  // Most documents are too short to be nested so deeply, and cost nothing here.
  if (document.length <= MAX_NESTING) return undefined;
  const lexer = new Lexer(new Source(document));
  let nesting = 0;
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
      if (OPENING.has(token.kind) && ++nesting > MAX_NESTING) return tooNested();
      if (CLOSING.has(token.kind)) nesting--;
    }
  } catch {
    return undefined;
  }
  return undefined;
}

function tooNested(): GraphQLError {
  const message = `the document is more than ${MAX_NESTING} brackets deep, and fields may be only ${MAX_DEPTH} deep`;
  return new GraphQLError(message, { extensions: { code: RequestErrorCode.ValidationFailed, status: 400 } });
}

/** Validation rule: refuses operations whose fields are nested too deeply; introspection has its own depth. */
export function limitDepth(maxDepth = MAX_DEPTH): (context: ValidationContext) => ASTVisitor {
  return (context) => ({
    OperationDefinition(operation) {
      const depth = depthOf(operation.selectionSet, (name) => context.getFragment(name), new Map());
      if (depth <= maxDepth) return;
      const name = operation.name?.value ?? operation.operation;
      context.reportError(
        new GraphQLError(`${name} has a depth of ${depth}, more than the maximum of ${maxDepth}`, {
          nodes: operation,
        }),
      );
    },
  });
}

type FindFragment = (name: string) => FragmentDefinitionNode | null | undefined;

/** Fragments that contain themselves are refused by another rule; here they count once. */
function depthOf(set: SelectionSetNode, find: FindFragment, known: Map<string, number>): number {
  let deepest = 0;
  for (const selection of set.selections) {
    deepest = Math.max(deepest, depthOfSelection(selection, find, known));
  }
  return deepest;
}

function depthOfSelection(
  selection: SelectionSetNode['selections'][number],
  find: FindFragment,
  known: Map<string, number>,
): number {
  switch (selection.kind) {
    case Kind.FIELD:
      if (selection.name.value.startsWith('__')) return 0;
      return 1 + (selection.selectionSet ? depthOf(selection.selectionSet, find, known) : 0);
    case Kind.INLINE_FRAGMENT:
      return depthOf(selection.selectionSet, find, known);
    case Kind.FRAGMENT_SPREAD: {
      const name = selection.name.value;
      const before = known.get(name);
      if (before !== undefined) return before;
      known.set(name, 0);
      const fragment = find(name);
      const depth = fragment ? depthOf(fragment.selectionSet, find, known) : 0;
      known.set(name, depth);
      return depth;
    }
  }
}
