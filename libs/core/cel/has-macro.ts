import { Optional } from '@marcbachmann/cel-js';
import { visitTree, type TreeNode } from './counted-steps';

interface Checker {
  check(node: TreeNode, context: unknown): unknown;
  getType(name: string): unknown;
}

interface Evaluator {
  run(node: TreeNode, context: unknown): unknown;
  debugType(value: unknown): {
    fieldLazy(value: unknown, field: string, node: TreeNode, evaluator: Evaluator): unknown;
  };
}

/** Form of `has(…)` in the library. */
interface HasMacro {
  readonly args: readonly [TreeNode];
  typeCheck: (checker: Checker, macro: HasMacro, context: unknown) => unknown;
  evaluate: (evaluator: Evaluator, macro: HasMacro, context: unknown) => unknown;
}

/**
 * Makes `has()` accept a field of any expression, such as `has(device.attributes["a"].b)`; the library's takes a
 * variable with fields only. To be called before the tree is checked.
 */
export function widenHas(root: unknown): void {
  visitTree(root, (node) => {
    const macro = hasMacroOf(node);
    if (!macro) return;
    const [field] = macro.args;
    if (field.op !== '.' || isChain(field)) return;
    const [owner, name] = field.args as [TreeNode, string];
    macro.typeCheck = (checker, _macro, context) => {
      checker.check(owner, context);
      return checker.getType('bool');
    };
    macro.evaluate = (evaluator, _macro, context) => {
      const value = evaluator.run(owner, context);
      const found = evaluator.debugType(value).fieldLazy(value, name, field, evaluator);
      return found instanceof Optional ? found.hasValue() || !(value instanceof Optional) : found !== undefined;
    };
  });
}

function hasMacroOf({ op, args, meta }: TreeNode): HasMacro | undefined {
  const isHas = op === 'call' && Array.isArray(args) && args[0] === 'has';
  // The library gives its tree to programs, but not to their types.
  return isHas ? (meta.macro as unknown as HasMacro | undefined) : undefined;
}

/** Returns whether a node is a variable or fields of one. */
function isChain({ op, args }: TreeNode): boolean {
  return op === 'id' || ((op === '.' || op === '.?') && isChain((args as [TreeNode])[0]));
}
