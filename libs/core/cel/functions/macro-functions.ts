import { Optional, type Environment } from '@marcbachmann/cel-js';
import { CostExceeded } from '../cost-budget';
import type { TreeNode } from '../counted-steps';
import { absent, present } from '../optional-value';

/** A scope of variables as the library has it. */
interface Context {
  forkWithVariable(name: string, type: unknown): Context;
  reuse(parent: Context): Context;
  setIterValue(value: unknown, evaluator: Evaluator): Context;
}

interface Evaluator {
  run(node: TreeNode, context: Context): unknown;
}

interface Checker {
  check(node: TreeNode, context: Context): unknown;
  getType(name: string): unknown;
}

/** Input that the library passes to macros when an expression is parsed. */
interface MacroInput {
  readonly args: readonly TreeNode[];
  readonly receiver: TreeNode;
}

/** Evaluates a part of a macro with values for the names that it declares. */
type Evaluate = (part: number, ...values: readonly unknown[]) => unknown;
type Run = (evaluate: Evaluate, range: unknown, parts: number) => unknown;

/** Macros that the library lacks: loops with two variables, `existsOne`, `optMap` and `optFlatMap` (`ext/comprehensions.go` of cel-go). */
export function addMacros(environment: Environment): void {
  const register = (owner: string, name: string, variables: number, parts: number, type: string, run: Run): void => {
    const args = Array(variables + parts).fill('ast');
    const signature = `${owner}.${name}(${args.join(', ')}): ${type}`;
    // The library's types know functions, not macros.
    environment.registerFunction(signature, macroOf(name, variables, type, run) as never);
  };
  for (const name of ['exists_one', 'existsOne']) register('list', name, 2, 1, 'bool', counted(entriesOf));
  register('list', 'existsOne', 1, 1, 'bool', counted(itemsOf));
  register('list', 'all', 2, 1, 'bool', quantifier(true));
  register('list', 'exists', 2, 1, 'bool', quantifier(false));
  for (const parts of [1, 2]) {
    register('list', 'transformList', 2, parts, 'list', transformList);
    register('list', 'transformMap', 2, parts, 'map', transformMap);
    register('list', 'transformMapEntry', 2, parts, 'map', transformMapEntry);
  }
  register('optional', 'optMap', 1, 1, 'optional', (evaluate, value) =>
    withValue(value, (there) => present(evaluate(0, there))),
  );
  register('optional', 'optFlatMap', 1, 1, 'optional', (evaluate, value) =>
    withValue(value, (there) => evaluate(0, there)),
  );
}

function macroOf(name: string, count: number, type: string, run: Run): (input: MacroInput) => object {
  return ({ args, receiver }) => {
    const names = args.slice(0, count).map(({ op, args: text }) => {
      if (op !== 'id') throw new Error(`${name}: argument must be a simple name`);
      return text as string;
    });
    const parts = args.slice(count);
    let scopes: Context[] = [];
    return {
      receiver,
      parts,
      typeCheck: (checker: Checker, _macro: unknown, context: Context) => {
        checker.check(receiver, context);
        scopes = [];
        for (const variable of names) {
          scopes.push((scopes.at(-1) ?? context).forkWithVariable(variable, checker.getType('dyn')));
        }
        for (const part of parts) checker.check(part, scopes.at(-1)!);
        return checker.getType(type);
      },
      evaluate: (evaluator: Evaluator, _macro: unknown, context: Context) => {
        const evaluate: Evaluate = (part, ...values) => {
          const inner = scopes.reduce(
            (outer, scope, i) => scope.reuse(outer).setIterValue(values[i], evaluator),
            context,
          );
          return evaluator.run(parts[part]!, inner);
        };
        return run(evaluate, evaluator.run(receiver, context), parts.length);
      },
    };
  };
}

/** The indices and values of a list, the keys and values of a map. */
function entriesOf(range: unknown): [unknown, unknown][] {
  if (Array.isArray(range)) return range.map((value, i) => [BigInt(i), value]);
  if (range instanceof Map) return [...range];
  if (typeof range === 'object' && range !== null) return Object.entries(range);
  throw new TypeError('expression cannot be range of a comprehension (must be list, map, or dynamic)');
}

/** Returns whether all entries have a property, or any has; an error counts only where no other entry decides. */
function quantifier(wanted: boolean): Run {
  return (evaluate, range) => {
    let failure: Error | undefined;
    for (const [key, value] of entriesOf(range)) {
      try {
        if (asBool(evaluate(0, key, value)) !== wanted) return !wanted;
      } catch (error) {
        if (error instanceof CostExceeded) throw error;
        failure ??= error as Error;
      }
    }
    if (failure) throw failure;
    return wanted;
  };
}

/** Returns whether one entry has a property; `valuesOf` gives the values of the variables for each entry. */
function counted(valuesOf: (range: unknown) => unknown[][]): Run {
  return (evaluate, range) => valuesOf(range).filter((values) => asBool(evaluate(0, ...values))).length === 1;
}

/** The entries of a list, the keys of a map. */
function itemsOf(range: unknown): [unknown][] {
  return entriesOf(range).map(([key, value]) => [Array.isArray(range) ? value : key]);
}

/** The entries that pass the filter, where there is one. */
function* filtered(evaluate: Evaluate, range: unknown, parts: number): Generator<[unknown, unknown]> {
  for (const [key, value] of entriesOf(range)) {
    if (parts === 1 || asBool(evaluate(0, key, value))) yield [key, value];
  }
}

const transformList: Run = (evaluate, range, parts) =>
  [...filtered(evaluate, range, parts)].map(([key, value]) => evaluate(parts - 1, key, value));

const transformMap: Run = (evaluate, range, parts) => {
  const made: Record<string, unknown> = {};
  for (const [key, value] of filtered(evaluate, range, parts)) insert(made, key, evaluate(parts - 1, key, value));
  return made;
};

const transformMapEntry: Run = (evaluate, range, parts) => {
  const made: Record<string, unknown> = {};
  for (const [key, value] of filtered(evaluate, range, parts)) {
    for (const [name, inner] of entriesOf(evaluate(parts - 1, key, value))) insert(made, name, inner);
  }
  return made;
};

function insert(made: Record<string, unknown>, key: unknown, value: unknown): void {
  const name = String(key);
  if (Object.hasOwn(made, name)) throw new TypeError(`insert failed: key ${name} already exists`);
  Object.defineProperty(made, name, { value, enumerable: true, writable: true, configurable: true });
}

function asBool(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError('no such overload: a predicate must be a bool');
}

function withValue(value: unknown, action: (there: unknown) => unknown): unknown {
  if (!(value instanceof Optional)) throw new TypeError('no such overload: hasValue');
  return value.hasValue() ? action(value.value()) : absent();
}
