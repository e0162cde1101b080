import type { TreeNode } from '../counted-steps';

/** The operands of a chain of one logical operator, which may be longer than the deepest expression. */
export function chained({ op, args }: TreeNode): TreeNode[] {
  let [left, right] = args as [TreeNode, TreeNode];
  const operands = [right];
  while (left.op === op) {
    [left, right] = left.args as [TreeNode, TreeNode];
    operands.push(right);
  }
  return [...operands, left].reverse();
}

/** Names one after the other as they are written: `google.protobuf.Duration`. */
export function qualifiedName({ op, args }: TreeNode): string | undefined {
  if (op === 'id') return args as string;
  if (op !== '.') return undefined;
  const [operand, field] = args as [TreeNode, string];
  const above = qualifiedName(operand);
  return above === undefined ? undefined : `${above}.${field}`;
}
