import type { TreeNode } from '../counted-steps';
import { qualifiedName } from './tree-names';

/** A macro as it is called: `list.all(x, x > 0)`. */
export interface MacroCall {
  readonly name: string;
  readonly target: TreeNode;
  /** Names that the macro declares. */
  readonly variables: readonly string[];
  /** Expressions evaluated for each entry: a predicate, a filter, the result for the entry. */
  readonly parts: readonly TreeNode[];
}

/** Names that each macro declares, by the macro and the number of its arguments. */
const MACROS: Readonly<Record<string, number>> = {
  'all/2': 1,
  'exists/2': 1,
  'exists_one/2': 1,
  'existsOne/2': 1,
  'filter/2': 1,
  'map/2': 1,
  'map/3': 1,
  'optMap/2': 1,
  'optFlatMap/2': 1,
  'all/3': 2,
  'exists/3': 2,
  'exists_one/3': 2,
  'existsOne/3': 2,
  'transformList/3': 2,
  'transformList/4': 2,
  'transformMap/3': 2,
  'transformMap/4': 2,
  'transformMapEntry/3': 2,
  'transformMapEntry/4': 2,
};

/** The macro that a node calls; undefined for functions. */
export function macroOf({ op, args }: TreeNode): MacroCall | undefined {
  if (op !== 'rcall') return undefined;
  const [name, target, given] = args as [string, TreeNode, readonly TreeNode[]];
  const key = `${name}/${given.length}`;
  const count = Object.hasOwn(MACROS, key) ? MACROS[key]! : 0;
  const variables = given.slice(0, count);
  if (count === 0 || variables.some((each) => each.op !== 'id')) return undefined;
  return { name, target, variables: variables.map((each) => each.args as string), parts: given.slice(count) };
}

/** Constants of the library that are the first part of a name, such as `sets` in `sets.contains`. */
export const NAMESPACES: Readonly<Record<string, string>> = {
  sets: 'SetsLibrary',
  optional: 'OptionalNamespace',
  jsonpatch: 'JSONPatchLibrary',
  format: 'FormatLibrary',
  ip: 'IPLibrary',
  strings: 'StringsLibrary',
  lists: 'ListsLibrary',
  cel: 'CelNamespace',
};

/** A function call; `target` is the part before the dot. */
export interface FunctionCall {
  readonly name: string;
  readonly target: TreeNode | undefined;
  readonly args: readonly TreeNode[];
}

/** The function that a node calls. Functions with a first part of their own have no target: `sets.contains`. */
export function functionCalled({ op, args }: TreeNode, isFunction: (name: string) => boolean): FunctionCall {
  if (op === 'call') {
    const [name, given] = args as [string, readonly TreeNode[]];
    return { name, target: undefined, args: given };
  }
  const [name, target, given] = args as [string, TreeNode, readonly TreeNode[]];
  const prefix = qualifiedName(target);
  if (prefix !== undefined && isFunction(`${prefix}.${name}`)) {
    return { name: `${prefix}.${name}`, target: undefined, args: given };
  }
  return { name, target, args: given };
}
