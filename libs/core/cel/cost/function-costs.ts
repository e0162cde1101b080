import type { CelType } from '../types/cel-type';
import type { Overload } from '../types/declarations';
import type { Call, CostNode } from './cost-node';
import { exactly, MOST, NOTHING, product, scaled, sum, union, UNKNOWN, type Range } from './range';
import type { EntrySizes, PartSizes } from './part-sizes';

/** Cost of a call with its arguments, and the size of its value where it is known. */
export interface CallCost {
  readonly cost: Range;
  readonly size?: Range | undefined;
}

/** A call as input of cost functions. `first` is the target before the dot, else the first argument. */
interface Priced {
  readonly sizes: PartSizes;
  readonly node: Call;
  readonly overload: Overload;
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  readonly first: CostNode;
}

type Pricing = (call: Priced) => CallCost | undefined;

// `common/cost.go` of cel-go.
const TRAVERSAL = 0.1;
const REGEX = 0.25;
const LIST_BASE = 10;
const STRUCT_BASE = 40;
const ONE = exactly(1);

/** Returns the cost of one form of a function together with its arguments. */
export function callCost(sizes: PartSizes, node: Call, overload: Overload, args: readonly Range[]): CallCost {
  const { name, target } = node;
  if (name === '_&&_' || name === '_||_') return { cost: { min: args[0]!.min, max: sum(...args).max } };
  if (name === '_?_:_') return conditional(sizes, node, args);
  const first = target ?? node.args[0];
  const call = first && { sizes, node, overload, target, args: node.args, first };
  const priced = (call && Object.hasOwn(FUNCTIONS, name) && FUNCTIONS[name]!(call)) || { cost: ONE };
  return { ...priced, cost: sum(priced.cost, ...args) };
}

function conditional(sizes: PartSizes, node: Call, [condition, yes, no]: readonly Range[]): CallCost {
  const [, ifTrue, ifFalse] = node.args as [CostNode, CostNode, CostNode];
  sizes.setEntries(node, joint(sizes.entriesOf(ifTrue), sizes.entriesOf(ifFalse)));
  return { cost: sum(condition!, union(yes!, no!)), size: union(size(sizes, ifTrue), size(sizes, ifFalse)) };
}

function joint(a: EntrySizes | undefined, b: EntrySizes | undefined): EntrySizes | undefined {
  return a && b && { of: a.of, keys: union(a.keys, b.keys), values: union(a.values, b.values) };
}

function size(sizes: PartSizes, node: CostNode): Range {
  return sizes.sizeOf(node) ?? UNKNOWN;
}

/** The first argument is read once; the value has its size where the function `keeps` it. */
const reading =
  (keeps = false, factor = 1): Pricing =>
  ({ sizes, first }) => {
    const length = size(sizes, first);
    return { cost: scaled(length, factor * TRAVERSAL), ...(keeps ? { size: length } : {}) };
  };

/** All entries of a list are compared; for texts that is the text once. */
const comparing: Pricing = ({ sizes, target }) => {
  if (!target) return undefined;
  const count = size(sizes, target);
  const item = target.type.params[0];
  if (!item) return { cost: scaled(count, TRAVERSAL) };
  const isText = item.name === 'string' || item.name === 'bytes';
  const length = sizes.itemSizeOf(target) ?? UNKNOWN;
  return { cost: product(count, isText ? sum(ONE, scaled(length, TRAVERSAL)) : ONE) };
};

/** Upstream's guess: a part of a pattern has four characters. A text of no characters costs something too. */
function patternCost(sizes: PartSizes, text: CostNode, pattern: CostNode): Range {
  return product(scaled(sum(size(sizes, text), ONE), TRAVERSAL), scaled(size(sizes, pattern), REGEX));
}

const finding: Pricing = ({ sizes, target, args }) =>
  target && args[0]
    ? { cost: patternCost(sizes, target, args[0]), size: { min: 0, max: size(sizes, target).max } }
    : undefined;

const replacing: Pricing = ({ sizes, target, args }) => {
  if (!target || args.length < 2) return undefined;
  const length = size(sizes, target);
  const [from, to] = args.map((each) => size(sizes, each)) as [Range, Range];
  return { cost: scaled(length, 2 * TRAVERSAL), size: replacedSize(length, from, to) };
};

/** The size of a text in which others are put in the place of some. */
function replacedSize(length: Range, from: Range, to: Range): Range {
  const longest = (): Range => {
    // An empty text stands before and after every character.
    if (from.min === 0) return exactly((length.max + 1) * to.max + length.max);
    return exactly(to.max <= from.min ? length.max : Math.ceil(length.max / from.min) * to.max);
  };
  const shortest = (): Range => {
    if (from.max === 0) return exactly((length.min + 1) * to.min + length.min);
    return exactly(from.max <= to.min ? length.min : Math.ceil(length.min / from.max) * to.min);
  };
  return { min: Math.min(shortest().min, MOST), max: Math.min(longest().max, MOST) };
}

const splitting: Pricing = ({ sizes, target, args }) => {
  if (!target) return undefined;
  const length = size(sizes, target);
  const limit = args[1]?.kind === 'literal' ? args[1].value : undefined;
  const max = typeof limit === 'bigint' ? (limit < 0n ? MOST : Number(limit)) : length.max;
  return { cost: scaled(length, 2 * TRAVERSAL), size: { min: 0, max } };
};

const joining: Pricing = ({ sizes, target, args }) => {
  if (!target) return undefined;
  const count = size(sizes, target);
  let length = target.type.params[0] ? product(count, sizes.itemSizeOf(target) ?? UNKNOWN) : NOTHING;
  if (args[0]) {
    const between = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) };
    length = sum(length, product(size(sizes, args[0]), between));
  }
  return { cost: scaled(length, TRAVERSAL), size: length };
};

/** Size of addresses: 4 or 16 bytes, whose prefixes are compared. */
const ADDRESS: Range = { min: 4, max: 16 };

const containing =
  (more: Range): Pricing =>
  ({ sizes, overload, args }) => {
    const isText = overload.args[1]?.name === 'string';
    const read = isText ? scaled(size(sizes, args[0]!), TRAVERSAL) : NOTHING;
    return { cost: sum(scaled(sum(ADDRESS, ADDRESS), TRAVERSAL), more, read) };
  };

/** The longest pattern of a format. */
const FORMAT_PATTERN = 128;
const FORMAT_NAME = 64;

const equality: Pricing = (call) => {
  const [left, right] = call.args as [CostNode, CostNode];
  const known = left.type.name === right.type.name ? EQUALITIES[left.type.name] : undefined;
  return known?.(call) ?? comparison(call);
};

/** Types of Kubernetes whose equality has a price of its own (`_==_` of `library/cost.go`); inequality is not. */
const EQUALITIES: Readonly<Record<string, Pricing>> = {
  ...Object.fromEntries(
    ['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver']
      .concat(
        ['Authorizer', 'PathCheck', 'GroupCheck', 'ResourceCheck', 'Decision'].map(
          (name) => `kubernetes.authorization.${name}`,
        ),
      )
      .map((name) => [name, (): CallCost => ({ cost: ONE })]),
  ),
  'kubernetes.NamedFormat': () => ({ cost: scaled({ min: 1, max: FORMAT_NAME }, TRAVERSAL) }),
  'kubernetes.URL': ({ sizes, args }) => {
    const length = sizes.sizeOf(args[1]!);
    return { cost: scaled({ min: 1, max: length?.max ?? 1 }, TRAVERSAL) };
  },
};

/** The smaller of two values is read. */
const comparison: Pricing = ({ sizes, args }) => {
  const [left, right] = args.map((each) => size(sizes, each)) as [Range, Range];
  const max = Math.min(left.max, right.max);
  return { cost: scaled({ min: max > 0 ? 1 : 0, max }, TRAVERSAL) };
};

function isText({ name }: CelType): boolean {
  return name === 'string' || name === 'bytes';
}

const ordering: Pricing = (call) => (isText(call.overload.args[0]!) ? comparison(call) : undefined);

const adding: Pricing = ({ sizes, node, overload, args }) => {
  const [form] = overload.args;
  if (!form || !(isText(form) || form.kind === 'list')) return undefined;
  const [left, right] = args as [CostNode, CostNode];
  const length = sum(size(sizes, left), size(sizes, right));
  sizes.setEntries(node, joint(sizes.entriesOf(left), sizes.entriesOf(right)));
  // Lists are put together without reading them.
  return { cost: form.kind === 'list' ? ONE : scaled(length, TRAVERSAL), size: length };
};

/** Sets compare each entry with each. */
const sets =
  (factor: number): Pricing =>
  ({ sizes, args }) => {
    const [a, b] = args.map((each) => size(sizes, each)) as [Range, Range];
    return { cost: sum(scaled(product(a, b), factor), ONE) };
  };

/** A list is made of others (`ext/lists.go`). */
function madeList(count: Range, factor = 1): CallCost {
  return { cost: sum(scaled(count, factor), ONE, exactly(LIST_BASE)), size: count };
}

const sorting: Pricing = ({ sizes, target }) => {
  if (!target) return undefined;
  const count = size(sizes, target);
  const item = target.type.params[0];
  return madeList(product(count, count), item && isText(item) ? 2 + TRAVERSAL : 2);
};

const selecting: Pricing = ({ sizes, args }) => {
  if (args.length !== 1) return undefined;
  const length = size(sizes, args[0]!);
  const requirements = scaled(scaled(length, 0.5), LIST_BASE + STRUCT_BASE);
  return { cost: sum(exactly(LIST_BASE), scaled(length, TRAVERSAL), requirements) };
};

const fixed =
  (cost: number): Pricing =>
  () => ({ cost: exactly(cost) });

/** Only members: the global forms are priced as any function. */
const member =
  (pricing: Pricing): Pricing =>
  (call) =>
    call.target ? pricing(call) : undefined;

function wholeNumber(node: CostNode | undefined, otherwise: number): number {
  return node?.kind === 'literal' && typeof node.value === 'bigint' ? Math.max(0, Number(node.value)) : otherwise;
}

/** Costs of functions besides their arguments; a function that is not listed costs 1. */
const FUNCTIONS: Readonly<Record<string, Pricing>> = {
  check: fixed(350_000),
  fieldSelector: selecting,
  labelSelector: selecting,
  ...Object.fromEntries(
    ['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf', 'includes'].map((name) => [name, comparing]),
  ),
  url: reading(true),
  'jsonpatch.escapeKey': reading(true),
  ...Object.fromEntries(['lowerAscii', 'upperAscii', 'substring', 'trim'].map((name) => [name, reading(true)])),
  replace: replacing,
  split: splitting,
  join: joining,
  find: finding,
  findAll: finding,
  ...Object.fromEntries(
    ['cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity', 'semver', 'isSemver'].map((name) => [name, reading()]),
  ),
  ip: (call) => (call.target ? undefined : reading()(call)),
  'ip.isCanonical': reading(false, 2),
  containsIP: containing(NOTHING),
  containsCIDR: containing(sum(scaled(ADDRESS, TRAVERSAL), ONE)),
  validate: ({ sizes, args }) => ({
    cost: scaled(scaled(size(sizes, args[0]!), TRAVERSAL), FORMAT_PATTERN * REGEX),
  }),
  format: member(reading()),
  bytes: ({ sizes, overload, args }) => {
    if (overload.args[0]?.name !== 'string') return undefined;
    const { min, max } = size(sizes, args[0]!);
    return { cost: scaled({ min, max }, TRAVERSAL), size: { min, max: Math.min(max * 4, MOST) } };
  },
  string: ({ sizes, overload, args }) => {
    if (overload.args[0]?.name !== 'bytes') return undefined;
    const { min, max } = size(sizes, args[0]!);
    return { cost: scaled({ min, max }, TRAVERSAL), size: { min: Math.floor(min / 4), max } };
  },
  'strings.quote': ({ sizes, args }) => {
    const { min, max } = size(sizes, args[0]!);
    return { cost: scaled({ min, max }, TRAVERSAL), size: { min: min + 2, max: Math.min(max * 2 + 2, MOST) } };
  },
  startsWith: member(({ sizes, args }) => ({ cost: scaled(size(sizes, args[0]!), TRAVERSAL) })),
  endsWith: member(({ sizes, args }) => ({ cost: scaled(size(sizes, args[0]!), TRAVERSAL) })),
  matches: member(({ sizes, first, args }) => ({ cost: patternCost(sizes, first, args[0]!) })),
  contains: member(({ sizes, first, args }) => ({
    cost: product(scaled(size(sizes, first), TRAVERSAL), scaled(size(sizes, args[0]!), TRAVERSAL)),
  })),
  '@in': ({ sizes, overload, args }) =>
    overload.args[1]?.kind === 'list' ? { cost: size(sizes, args[1]!) } : undefined,
  '_==_': equality,
  '_!=_': comparison,
  '_<_': ordering,
  '_<=_': ordering,
  '_>_': ordering,
  '_>=_': ordering,
  '_+_': adding,
  'sets.contains': sets(1),
  'sets.intersects': sets(1),
  'sets.equivalent': sets(2),
  slice: ({ sizes, first, args }) => {
    const to = wholeNumber(args[1], size(sizes, first).max);
    return madeList(exactly(Math.max(0, to - wholeNumber(args[0], 0))));
  },
  'lists.range': ({ args }) => madeList(exactly(wholeNumber(args[0], MOST))),
  reverse: ({ sizes, first }) => madeList(size(sizes, first)),
  flatten: ({ sizes, first, args }) => madeList(size(sizes, first), args[0] ? wholeNumber(args[0], MOST) : 1),
  distinct: ({ sizes, first }) => madeList(product(size(sizes, first), size(sizes, first)), 2),
  sort: sorting,
};
