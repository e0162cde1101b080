import { Optional, type Environment } from '@marcbachmann/cel-js';
import { visitTree, type TreeNode } from './counted-steps';

/** The library's parser, as far as it is reached into. */
interface Parser {
  type: number;
  parseExpression(): MarkedNode;
  consume(token: number): number;
}

type MarkedNode = TreeNode & { setMeta(key: string, value: unknown): MarkedNode };
type Evaluator = { run(node: TreeNode, context: unknown): unknown };
type Checker = { check(node: TreeNode, context: unknown): unknown; getType(name: string): unknown };

const PROBE = 'optionalEntriesProbe';
/** The library's number of the question mark. */
const QUESTION = 30;

/**
 * Makes the parser of an environment accept entries that are left out where they are absent: `[?x]`, `{?"a": x}`. The
 * library lacks them, but gives its parser to macros: entries are expressions, and none begins with a question mark
 * otherwise.
 */
export function allowOptionalEntries(environment: Environment): void {
  const found: Parser[] = [];
  const probe = ({ args, parser }: { args: readonly TreeNode[]; parser: Parser }): object => {
    found.push(parser);
    return { args, typeCheck: () => undefined, evaluate: () => null };
  };
  // The library's types know functions, not macros.
  environment.registerFunction(`${PROBE}(ast): dyn`, probe as never);
  environment.parse(`${PROBE}(null)`);
  const [parser] = found;
  if (!parser) throw new TypeError('the parser of the library cannot be reached');
  const plain = parser.parseExpression.bind(parser);
  parser.parseExpression = () => {
    if (parser.type !== QUESTION) return plain();
    parser.consume(QUESTION);
    return plain().setMeta('isOptionalEntry', true);
  };
}

/** Returns whether an entry of a list, or a key of a map, has a question mark: `[?x]`, `{?"a": x}`. */
export function isOptionalEntry(node: TreeNode): boolean {
  return node.meta.isOptionalEntry === true;
}

/**
 * Makes lists and maps leave out absent entries. To be called before the tree is checked; throws for a misplaced
 * question mark.
 */
export function readOptionalEntries(root: TreeNode): void {
  const marked = new Set<TreeNode>();
  const allowed = new Set<TreeNode>();
  visitTree(root, (node) => {
    if (isOptionalEntry(node)) marked.add(node);
    const entries = entriesOf(node).filter(isOptionalEntry);
    if (isEmptyLiteral(node)) openEntries(node as MarkedNode);
    if (entries.length === 0) return;
    for (const entry of entries) allowed.add(entry);
    if (node.op === 'list') readList(node as MarkedNode);
    else readMap(node as MarkedNode);
  });
  for (const node of marked) {
    if (!allowed.has(node))
      throw new SyntaxError('a question mark may be before entries of lists and keys of maps only');
  }
}

function isEmptyLiteral({ op, args }: TreeNode): boolean {
  return (op === 'list' || op === 'map') && (args as readonly unknown[]).length === 0;
}

/** The library knows no type of the entries of an empty literal, and cannot use a part of one: `[].all(x, x > 0)`. */
function openEntries(node: MarkedNode): void {
  node.setMeta('check', (checker: Checker) => checker.getType(node.op));
}

/** Entries of a list, keys of a map. */
function entriesOf({ op, args }: TreeNode): readonly TreeNode[] {
  if (op === 'list') return args as readonly TreeNode[];
  return op === 'map' ? (args as readonly (readonly [TreeNode, TreeNode])[]).map(([key]) => key) : [];
}

function readList(node: MarkedNode): void {
  const items = node.args as readonly TreeNode[];
  node.setMeta('check', (checker: Checker, _node: unknown, context: unknown) => {
    for (const item of items) checker.check(item, context);
    return checker.getType('list');
  });
  node.setMeta('evaluate', (evaluator: Evaluator, _node: unknown, context: unknown) =>
    items.flatMap((item) => {
      const value = evaluator.run(item, context);
      if (!isOptionalEntry(item)) return [value];
      return presentIn(value).map(({ value: present }) => present);
    }),
  );
}

function readMap(node: MarkedNode): void {
  const entries = node.args as readonly (readonly [TreeNode, TreeNode])[];
  node.setMeta('check', (checker: Checker, _node: unknown, context: unknown) => {
    for (const part of entries.flat()) checker.check(part, context);
    return checker.getType('map');
  });
  node.setMeta('evaluate', (evaluator: Evaluator, _node: unknown, context: unknown) =>
    Object.fromEntries(
      entries.flatMap(([key, inner]) => {
        const name = evaluator.run(key, context) as string;
        const value = evaluator.run(inner, context);
        if (!isOptionalEntry(key)) return [[name, value] as const];
        return presentIn(value).map(({ value: present }) => [name, present] as const);
      }),
    ),
  );
}

function presentIn(value: unknown): { readonly value: unknown }[] {
  if (!(value instanceof Optional)) throw new TypeError('cannot initialize optional entry from non-optional value');
  return value.hasValue() ? [{ value: value.value() }] : [];
}
