import type { TreeNode } from './counted-steps';

/** The type of a value as far as its size matters (`apiserver/pkg/cel.DeclType` upstream). */
export interface SizedType {
  readonly kind: 'object' | 'map' | 'list' | 'scalar' | 'dyn';
  /** Characters or entries at most; 0 where there are none. */
  readonly maxElements: number;
  /** Of objects, by the names that expressions read. */
  readonly fields?: ReadonlyMap<string, SizedType>;
  /** Of the entries of lists and maps. */
  readonly entries?: SizedType;
}

/** The worst cost of a part of an expression, and what is known of its value. */
interface Estimate {
  readonly cost: number;
  /** Undefined: not known, so that it may be of any size. */
  readonly size?: number | undefined;
  readonly type?: SizedType | undefined;
  /** It is a number that stands in the expression. */
  readonly isNumber?: boolean;
}

type Scope = ReadonlyMap<string, Estimate>;

// `common/cost.go` of cel-go.
const TRAVERSAL = 0.1;
const REGEX = 0.25;
const LIST_BASE = 10;
const MAP_BASE = 30;
/** As upstream's numbers end. */
const MOST = 2 ** 64;

const SCALAR: SizedType = { kind: 'scalar', maxElements: 0 };
/** Functions that read a text or a list of texts once. */
const TRAVERSING = new Set([
  'cidr',
  'ip',
  'isCIDR',
  'isIP',
  'isQuantity',
  'isURL',
  'lowerAscii',
  'quantity',
  'semver',
  'substring',
  'trim',
  'upperAscii',
  'url',
]);
/** Of these, the value is no larger than the text. */
const KEEPING = new Set(['lowerAscii', 'substring', 'trim', 'upperAscii']);
/** Functions that compare all entries of a list. */
const COMPARING = new Set(['indexOf', 'isSorted', 'lastIndexOf', 'max', 'min', 'sum']);

/**
 * The worst cost of an expression over variables of these types, in the units of the runtime
 * (`checker/cost.go` of cel-go, `apiserver/pkg/cel/library/cost.go` upstream). Where no type limits a value it is taken to be
 * endless.
 */
export function worstCost(root: TreeNode, variables: ReadonlyMap<string, SizedType>): number {
  const scope = new Map([...variables].map(([name, type]) => [name, ofType(0, type)] as const));
  return Math.min(estimate(root, scope).cost, MOST);
}

function ofType(cost: number, type: SizedType | undefined): Estimate {
  return { cost, type, size: type?.maxElements };
}

function estimate(node: TreeNode, scope: Scope): Estimate {
  const { op, args } = node;
  const list = args as readonly TreeNode[];
  switch (op) {
    case 'value':
      return typeof args === 'string'
        ? { cost: 0, size: args.length, type: { kind: 'scalar', maxElements: args.length } }
        : { cost: 0, size: 1, isNumber: typeof args === 'number' || typeof args === 'bigint' };
    case '-_':
      // A number below zero is one literal.
      return (args as TreeNode).op === 'value'
        ? { cost: 0, size: 1, isNumber: true }
        : operation(op, [estimate(args as TreeNode, scope)]);
    case 'id': {
      const known = scope.get(args as string);
      return { ...known, cost: 1 };
    }
    case '.':
    case '.?':
      return selected(estimate(list[0]!, scope), args as readonly unknown[]);
    case '[]':
    case '[?]': {
      const [of, index] = list.slice(0, 2).map((each) => estimate(each, scope));
      return ofType(1 + of!.cost + index!.cost, of!.type?.entries);
    }
    case 'list': {
      const items = list.map((each) => estimate(each, scope));
      return { cost: LIST_BASE + sum(items), size: items.length, type: listOf(items) };
    }
    case 'map':
      return { cost: MAP_BASE + sum(list.flat().map((each) => estimate(each, scope))), size: list.length };
    case '?:': {
      const [condition, yes, no] = list.map((each) => estimate(each, scope));
      return { ...larger(yes!, no!), cost: condition!.cost + Math.max(yes!.cost, no!.cost) };
    }
    case '&&':
    case '||':
      return { cost: sum(list.map((each) => estimate(each, scope))), size: 1 };
    case 'call': {
      const [name, operands] = args as [string, readonly TreeNode[]];
      return called(name, undefined, operands, scope);
    }
    case 'rcall': {
      const [name, target, operands] = args as [string, TreeNode, readonly TreeNode[]];
      return called(name, target, operands, scope);
    }
    default:
      return operation(
        op,
        (Array.isArray(list) ? list : [list]).map((each) => estimate(each, scope)),
      );
  }
}

function selected({ cost, type }: Estimate, [, name]: readonly unknown[]): Estimate {
  if (type?.kind === 'map' && type.entries) {
    // Upstream finds no size for what is read of a map by a field.
    const { entries } = type;
    return isNumber(entries) ? { cost: cost + 1, size: 1, type: SCALAR } : { cost: cost + 1, type: entries };
  }
  return ofType(cost + (type?.kind === 'dyn' ? 0 : 1), type?.fields?.get(name as string));
}

const ORDERING = new Set(['<', '<=', '>', '>=']);

function operation(op: string, operands: readonly Estimate[]): Estimate {
  const [left, right] = operands;
  const cost = sum(operands);
  const hasNumber = operands.some((each) => each.isNumber || isNumber(each.type));
  if (op === '==' || op === '!=' || ORDERING.has(op)) {
    if (hasNumber && ORDERING.has(op)) return { cost: cost + 1, size: 1 };
    return { cost: cost + traversal(Math.min(sizeOf(left), sizeOf(right))), size: 1 };
  }
  if (op === 'in') return { cost: cost + (right!.type?.kind === 'list' ? sizeOf(right) : 1), size: 1 };
  if (op !== '+') return { cost: cost + 1 };
  const size = sizeOf(left) + sizeOf(right);
  const list = operands.find(({ type }) => type?.kind === 'list');
  if (list) return { cost: cost + 1, size, type: list.type };
  if (hasNumber) return { cost: cost + 1, size, type: SCALAR };
  return { cost: cost + traversal(size), size, type: { kind: 'scalar', maxElements: size } };
}

/** A call as functions see it: the first operand is the one before the dot, where there is one. */
interface Call {
  readonly first: Estimate | undefined;
  readonly size: number;
  readonly second: Estimate | undefined;
}

/** What functions cost besides their operands, and what is known of their value. */
const FUNCTIONS: Readonly<Record<string, (call: Call) => Estimate>> = {
  matches: ({ size, second }) => ({ cost: patternCost(size, second), size: 1 }),
  find: ({ size, second }) => ({ cost: patternCost(size, second), size, type: SCALAR }),
  findAll: ({ size, second }) => ({ cost: patternCost(size, second), size, type: textsOf(size) }),
  contains: ({ size, second }) => ({ cost: times(traversal(size), traversal(sizeOf(second))), size: 1 }),
  startsWith: ({ second }) => ({ cost: traversal(sizeOf(second)), size: 1 }),
  endsWith: ({ second }) => ({ cost: traversal(sizeOf(second)), size: 1 }),
  // The text is read, and another one written.
  replace: ({ size }) => ({ cost: Math.ceil(size * 2 * TRAVERSAL), size, type: SCALAR }),
  split: ({ size }) => ({ cost: Math.ceil(size * 2 * TRAVERSAL), size, type: textsOf(size) }),
  join: ({ first, size, second }) => {
    const length = times(size, (first?.type?.entries?.maxElements ?? MOST) + (second?.size ?? 0));
    return { cost: traversal(length), size: length, type: SCALAR };
  },
  size: () => ({ cost: 1, size: 1, type: SCALAR }),
  type: () => ({ cost: 1, size: 1, type: SCALAR }),
  dyn: ({ first }) => ({ ...first, cost: 1 }),
};

function called(name: string, target: TreeNode | undefined, operands: readonly TreeNode[], scope: Scope): Estimate {
  // To look whether a field is there costs nothing.
  if (name === 'has' && !target) return { cost: Math.max(0, estimate(operands[0]!, scope).cost - 1), size: 1 };
  if (target && operands[0]?.op === 'id' && Object.hasOwn(LOOPS, name)) return looped(name, target, operands, scope);
  const all = [...(target ? [target] : []), ...operands].map((each) => estimate(each, scope));
  const [first, second] = all;
  const made = functionCost(name, { first, second, size: sizeOf(first) });
  return { ...made, cost: made.cost + sum(all) };
}

function functionCost(name: string, call: Call): Estimate {
  const { first, size } = call;
  if (Object.hasOwn(FUNCTIONS, name)) return FUNCTIONS[name]!(call);
  if (COMPARING.has(name)) {
    const { entries } = first?.type ?? {};
    return { cost: entries ? times(size, 1 + traversal(entries.maxElements)) : traversal(size) };
  }
  if (!TRAVERSING.has(name)) return { cost: 1 };
  return { cost: traversal(size), ...(KEEPING.has(name) ? { size, type: SCALAR } : {}) };
}

/** A guess of upstream: a part of a pattern has four characters. */
function patternCost(size: number, pattern: Estimate | undefined): number {
  return times(traversal(size + 1), Math.ceil(sizeOf(pattern) * REGEX));
}

/** What a macro costs once and for each entry, besides its predicate, as it is expanded (`parser/macro.go` of cel-go). */
const LOOPS: Readonly<Record<string, { readonly once: number; readonly each: number; readonly makes?: 'list' }>> = {
  all: { once: 1, each: 3 },
  exists: { once: 1, each: 4 },
  exists_one: { once: 2, each: 2 },
  existsOne: { once: 2, each: 2 },
  filter: { once: LIST_BASE + 1, each: LIST_BASE + 3, makes: 'list' },
  map: { once: LIST_BASE + 1, each: LIST_BASE + 2, makes: 'list' },
};

function looped(name: string, target: TreeNode, operands: readonly TreeNode[], scope: Scope): Estimate {
  const { once, each, makes } = LOOPS[name]!;
  const range = estimate(target, scope);
  const [variable, ...parts] = operands;
  // The names of a map's entries have no size upstream.
  const entry = range.type?.kind === 'list' ? range.type.entries : SCALAR;
  const inner = new Map(scope).set(variable!.args as string, ofType(1, entry));
  const made = parts.map((part) => estimate(part, inner));
  const size = sizeOf(range);
  const cost = range.cost + once + times(size, each + sum(made));
  if (!makes) return { cost, size: 1, type: SCALAR };
  const entries = name === 'map' ? made.at(-1)?.type : entry;
  return { cost, size, type: { kind: 'list', maxElements: size, ...(entries ? { entries } : {}) } };
}

function textsOf(size: number): SizedType {
  return { kind: 'list', maxElements: size, entries: { kind: 'scalar', maxElements: size } };
}

function listOf(items: readonly Estimate[]): SizedType {
  const maxElements = Math.max(0, ...items.map(sizeOf));
  const entries = items[0]?.type ?? SCALAR;
  return { kind: 'list', maxElements: items.length, entries: { ...entries, maxElements } };
}

/** A number or a flag: a text may always have characters, as far as a type tells. */
function isNumber(type: SizedType | undefined): boolean {
  return type?.kind === 'scalar' && type.maxElements === 0;
}

function larger(one: Estimate, other: Estimate): Estimate {
  return sizeOf(one) >= sizeOf(other) ? one : other;
}

function sizeOf(value: Estimate | undefined): number {
  return value?.size ?? MOST;
}

function sum(parts: readonly Estimate[]): number {
  return parts.reduce((total, { cost }) => total + cost, 0);
}

function traversal(size: number): number {
  return Math.ceil(Math.min(size, MOST) * TRAVERSAL);
}

/** Nothing of an endless cost is nothing. */
function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : Math.min(a * b, MOST);
}
