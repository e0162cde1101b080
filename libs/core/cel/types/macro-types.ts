import type { TreeNode } from '../counted-steps';
import type { OpenTypes } from './assignable';
import { BOOL, DYN, ERROR, formatType, INT, listType, mapType, optionalType, type CelType } from './cel-type';
import type { MacroCall } from './macros';
import { placeOf } from './places';

type Scope = ReadonlyMap<string, CelType>;

/** Operations of the checker that the types of macros use. */
export interface PartChecker {
  readonly text: string;
  readonly open: OpenTypes;
  typeOf(node: TreeNode, scope: Scope): CelType;
  known(type: CelType): CelType;
  closed(type: CelType): CelType;
  report(node: TreeNode, message: string, at?: number): void;
  expectBool(node: TreeNode, given: CelType): void;
  resolved(node: TreeNode, name: string, given: readonly CelType[]): CelType;
}

/** The type of a macro, and of its parts with the names that it declares. */
export function macroType(checker: PartChecker, node: TreeNode, macro: MacroCall, scope: Scope): CelType {
  const { name, target, variables, parts } = macro;
  const given = checker.known(checker.typeOf(target, scope));
  if (name === 'optMap' || name === 'optFlatMap') return optionalMacroType(checker, node, macro, given, scope);
  const entries = entryTypes(checker, target, given, variables.length);
  const inner = new Map([...scope, ...variables.map((variable, i) => [variable, entries[i]!] as const)]);
  const [first, second] = parts.map((part) => checker.typeOf(part, inner));
  switch (name) {
    case 'all':
    case 'exists':
      checker.expectBool(parts[0]!, first!);
      return BOOL;
    case 'exists_one':
    case 'existsOne':
      checker.resolved(node, '_?_:_', [first!, INT, INT]);
      return BOOL;
    case 'filter':
      return checker.resolved(node, '_?_:_', [first!, listType(entries[0]!), listType(entries[0]!)]);
    default: {
      const made = gatheredType(checker, macro, second ?? first!, entries);
      return second ? checker.resolved(node, '_?_:_', [first!, made, made]) : made;
    }
  }
}

/** The type of the list or map that a macro makes. */
function gatheredType(
  checker: PartChecker,
  { name, parts }: MacroCall,
  made: CelType,
  entries: readonly CelType[],
): CelType {
  switch (name) {
    case 'transformMap':
      return mapType(entries[0]!, made);
    case 'transformMapEntry': {
      const wanted = mapType(checker.open.fresh(), checker.open.fresh());
      if (checker.open.assign([made], [wanted])) return checker.known(wanted);
      const shown = formatType(checker.closed(made));
      const overload = `'cel.@mapInsert' applied to '(map(dyn, dyn), ${shown})'`;
      checker.report(parts.at(-1)!, `found no matching overload for ${overload}`);
      return ERROR;
    }
    default:
      return listType(made);
  }
}

/** Returns the type of `optMap`, whose result becomes an optional value, or of `optFlatMap`, whose result is one. */
function optionalMacroType(
  checker: PartChecker,
  node: TreeNode,
  { name, target, variables, parts }: MacroCall,
  given: CelType,
  scope: Scope,
): CelType {
  const value = checker.open.fresh();
  if (!checker.open.assign([given], [optionalType(value)])) {
    const shown = formatType(checker.closed(given));
    checker.report(
      node,
      `found no matching overload for 'hasValue' applied to '${shown}.()'`,
      placeOf(checker.text, target),
    );
  }
  const inner = new Map(scope).set(variables[0]!, checker.known(value));
  const made = checker.typeOf(parts[0]!, inner);
  const wanted = name === 'optMap' ? optionalType(made) : made;
  return checker.resolved(node, '_?_:_', [BOOL, wanted, optionalType(checker.open.fresh())]);
}

/**
 * Returns the types of a loop's variables. A loop of one variable iterates over entries of lists or keys of maps; one
 * of two variables has the index or key, and the value.
 */
function entryTypes(checker: PartChecker, node: TreeNode, range: CelType, count: number): CelType[] {
  switch (range.kind) {
    case 'list':
      return count === 1 ? [range.params[0]!] : [INT, range.params[0]!];
    case 'map':
      return [...range.params];
    case 'dyn':
    case 'error':
    case 'param':
      checker.open.assign([DYN], [range]);
      return [DYN, DYN];
    default: {
      const type = formatType(checker.closed(range));
      checker.report(
        node,
        `expression of type '${type}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      );
      return [ERROR, ERROR];
    }
  }
}
