import { keysOf, merged } from './associative-lists';
import { visitTree, type TreeNode } from './counted-steps';

type Evaluator = { run(node: TreeNode, context: unknown): unknown };
type MarkedNode = TreeNode & {
  setMeta(key: string, value: unknown): MarkedNode;
  /** Of the library, for the types that its checker found. */
  handle(left: unknown, right: unknown, node: TreeNode, evaluator: Evaluator): unknown;
};

/** Makes `list + other` merge where the left list is a set or has keys. To be called after the tree is checked. */
export function mergeAdditions(root: TreeNode): void {
  visitTree(root, (node) => {
    if (node.op !== '+') return;
    const [left, right] = node.args as [TreeNode, TreeNode];
    // The library gives its tree to programs, but not to their types.
    const marked = node as MarkedNode;
    marked.setMeta('evaluate', (evaluator: Evaluator, own: TreeNode, context: unknown) => {
      const [a, b] = [evaluator.run(left, context), evaluator.run(right, context)];
      const keys = Array.isArray(a) && Array.isArray(b) ? keysOf(a) : undefined;
      return keys ? merged(a as unknown[], b as unknown[], keys) : marked.handle(a, b, own, evaluator);
    });
  });
}
