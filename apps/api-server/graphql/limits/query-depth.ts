import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** How deep fields may be nested (api specification D1). */
export const MAX_DEPTH = 12;

/** Validation rule: refuses operations whose fields are nested too deeply; introspection has its own depth. */
export function limitDepth(maxDepth = MAX_DEPTH): (context: ValidationContext) => ASTVisitor {
  return (context) => ({
    OperationDefinition(operation) {
      const depth = depthOf(operation.selectionSet, (name) => context.getFragment(name), new Map());
      if (depth <= maxDepth) return;
      const name = operation.name?.value ?? operation.operation;
      context.reportError(
        new GraphQLError(`${name} is ${depth} fields deep, more than the ${maxDepth} that are allowed`, {
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
