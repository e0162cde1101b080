import { visitTree, type TreeNode } from './counted-steps';
import { isEqual } from './equal-values';

type Checker = { check(node: TreeNode, context: unknown): unknown; getType(name: string): unknown };
type Evaluator = { run(node: TreeNode, context: unknown): unknown };
type MarkedNode = TreeNode & { setMeta(key: string, value: unknown): MarkedNode };

/**
 * Makes `==` and `!=` take values of any types, as in cel-go: those of different types are not equal. The library's operators know
 * pairs of types only, and none of null. To be called before the tree is checked; types are compared by `checkExpression`.
 */
export function widenEquality(root: TreeNode): void {
  visitTree(root, (node) => {
    if (node.op !== '==' && node.op !== '!=') return;
    const [left, right] = node.args as [TreeNode, TreeNode];
    // The library gives its tree to programs, but not to their types.
    (node as MarkedNode)
      .setMeta('check', (checker: Checker, _node: unknown, context: unknown) => {
        checker.check(left, context);
        checker.check(right, context);
        return checker.getType('bool');
      })
      .setMeta('evaluate', (evaluator: Evaluator, _node: unknown, context: unknown) => {
        const isSame = isEqual(evaluator.run(left, context), evaluator.run(right, context));
        return isSame === (node.op === '==');
      });
  });
}
