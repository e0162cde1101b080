import { callCostOf } from './cost/call-costs';
import type { CostBudget } from './cost-budget';
import { memberOf } from './functions/text-members';
import { patternOf } from './patterns';
import { withinRange } from './value-ranges';

/** A node of the library's tree, as far as counting needs it. */
export interface TreeNode {
  readonly op: string;
  readonly args: unknown;
  /** Start in the text; for a field, the start of its name. */
  readonly pos?: number;
  /** Start and end in the text. */
  readonly start?: number;
  readonly end?: number;
  readonly meta: {
    readonly evaluate?: Evaluate;
    readonly alternate?: TreeNode;
    readonly macro?: { readonly evaluate: Evaluate };
    /** An entry that is left out where it is absent. */
    readonly isOptionalEntry?: boolean;
  };
  evaluate: Evaluate;
}

type Evaluate = (evaluator: Evaluator, node: unknown, context: unknown) => unknown;

interface Evaluator {
  run(node: unknown, context: unknown): unknown;
}

/** Budget that the running expression draws on; expressions are synchronous, so one runs at a time. */
export interface Meter {
  budget: CostBudget | undefined;
}

const UNIT = 10;

/** Makes every node below take its cost from the meter, and `matches` use linear patterns. The tree must be checked. */
export function countSteps(root: TreeNode, meter: Meter): void {
  visitValues(root, new Set(), (node, visit) => instrument(node, meter, visit));
}

/** Calls `action` for every node below, each once, the outer ones first. */
export function visitTree(root: unknown, action: (node: TreeNode) => void): void {
  visitValues(root, new Set(), (node, visit) => {
    action(node);
    visit(node.args);
    visit(node.meta.alternate);
    visit(node.meta.macro);
  });
}

type Visit = (value: unknown) => void;

function visitValues(root: unknown, seen: Set<unknown>, ofNode: (node: TreeNode, visit: Visit) => void): void {
  const visit: Visit = (value) => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) ofNode(value, visit);
    else if (isPlain(value)) Object.values(value).forEach(visit);
  };
  visit(root);
}

function instrument(node: TreeNode, meter: Meter, visit: Visit): void {
  const { alternate, macro, evaluate } = node.meta;
  visit(node.args);
  visit(alternate);
  visit(macro);
  const plain: Evaluate =
    ownMember(node) ??
    (isMatches(node)
      ? matches(node)
      : alternate
        ? (evaluator, _node, context) => evaluator.run(alternate, context)
        : macro
          ? (evaluator, _node, context) => macro.evaluate(evaluator, macro, context)
          : evaluate!);
  const priceCall = pricedCall(node, meter);
  const makes = MAKERS.has(node.op);
  const computes = makes || node.op.startsWith('-') || node.op === '*' || node.op === '/';
  node.evaluate = (evaluator, own, context) => {
    if (priceCall) priceCall();
    else meter.budget?.spend(1);
    const value = plain(evaluator, own, context);
    if (computes) withinRange(value);
    if (!makes) return value;
    const size = sizeOf(value);
    if (size > UNIT) meter.budget?.spend(Math.ceil(size / UNIT));
    return value;
  };
}

/** Kinds of nodes that make a value which was not there before. */
const MAKERS: ReadonlySet<string> = new Set(['call', 'rcall', '+', 'list', 'map', 'comprehension']);

/**
 * Prices a call by the values that it reads, once the last of them is known and before it begins. Undefined where all calls cost 1;
 * the answer is called before each call.
 */
function pricedCall(node: TreeNode, meter: Meter): (() => void) | undefined {
  const call = operandsOf(node);
  const cost = call && callCostOf(call.name, call.isOfSets);
  if (!cost) return undefined;
  const values: unknown[] = [];
  let missing = 0;
  call.operands.forEach((operand, index) => {
    const { evaluate } = operand;
    operand.evaluate = (evaluator, own, context) => {
      const value = evaluate(evaluator, own, context);
      values[index] = value;
      if (--missing === 0) meter.budget?.spend(cost(values));
      return value;
    };
  });
  return () => void (missing = call.operands.length);
}

interface PricedCall {
  readonly name: string;
  readonly operands: readonly TreeNode[];
  readonly isOfSets: boolean;
}

function operandsOf({ op, args }: TreeNode): PricedCall | undefined {
  if (op === 'call') {
    const [name, operands] = args as [string, readonly TreeNode[]];
    return { name, operands, isOfSets: false };
  }
  if (op !== 'rcall')
    return Array.isArray(args) ? { name: op, operands: args as TreeNode[], isOfSets: false } : undefined;
  const [name, target, operands] = args as [string, TreeNode, readonly TreeNode[]];
  return { name, operands: [target, ...operands], isOfSets: target.op === 'id' && target.args === 'sets' };
}

/** A member that this project has in place of the library's. */
function ownMember({ op, args }: TreeNode): Evaluate | undefined {
  if (op !== 'rcall') return undefined;
  const [name, target, given] = args as [string, TreeNode, readonly TreeNode[]];
  const member = memberOf(name, given.length);
  return (
    member &&
    ((evaluator, _node, context) =>
      member(evaluator.run(target, context), ...given.map((each) => evaluator.run(each, context))))
  );
}

/** `text.matches(pattern)`: the library would give the pattern to the engine of the language. */
function isMatches({ op, args }: TreeNode): boolean {
  return (op === 'rcall' || op === 'call') && Array.isArray(args) && args[0] === 'matches';
}

function matches({ op, args }: TreeNode): Evaluate {
  const [, second, third] = args as [string, unknown, unknown];
  const operands = op === 'rcall' ? [second, (third as unknown[])[0]] : (second as unknown[]);
  return (evaluator, _node, context) => {
    const [text, pattern] = operands.map((operand) => evaluator.run(operand, context));
    if (typeof text !== 'string' || typeof pattern !== 'string') throw new TypeError('no such overload: matches');
    return patternOf(pattern).occursIn(text);
  };
}

/** Throws the error of an invalid pattern that is a literal in an expression, before any value is known. */
export function checkPatterns(root: TreeNode): void {
  visitTree(root, (node) => {
    if (!isMatches(node)) return;
    const [, second, third] = node.args as [string, unknown, readonly TreeNode[]];
    const pattern = node.op === 'rcall' ? third[0] : (second as readonly TreeNode[])[1];
    if (pattern?.op === 'value' && typeof pattern.args === 'string') patternOf(pattern.args);
  });
}

function isNode(value: object): value is TreeNode {
  return 'op' in value && 'evaluate' in value && 'meta' in value;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}
