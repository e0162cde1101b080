import { patternOf } from '../patterns';

/** Units that a call costs for the values that it reads. */
type CallCost = (values: readonly unknown[]) => number;

// `common/cost.go` of cel-go.
const TRAVERSAL = 0.1;
const REGEX = 0.25;
/** States beyond one for each character of a usual pattern. */
const USUAL_STATES = 8;
/** The longest pattern of a format of Kubernetes. */
const FORMAT_PATTERN = 128;
/** A comparison that reads more than this is beyond every limit. */
const MOST = 1e8;

/** Returns the size of a value as costs see it: characters of a text, entries of a list or map, else one. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (value instanceof Map || value instanceof Set) return value.size;
  if (value instanceof Uint8Array) return value.length;
  return isPlain(value) ? Object.keys(value).length : 1;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns the sizes of all texts below a value, and one for everything else. */
function depthOf(value: unknown, limit = MOST): number {
  if (!Array.isArray(value) && !isPlain(value)) return sizeOf(value);
  let found = 1;
  for (const each of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    found += depthOf(each, limit - found);
    if (found > limit) break;
  }
  return found;
}

const traversed = (size: number): number => Math.ceil(size * TRAVERSAL);

const reading =
  (index: number, factor = 1): CallCost =>
  (values) =>
    factor * traversed(sizeOf(values[index]));

/**
 * Returns the cost of a match. By upstream's estimate, a number of characters of a pattern make one of its states;
 * repetitions such as `.{1000}` go far beyond that.
 */
const matching: CallCost = ([text, pattern]) => {
  if (typeof text !== 'string' || typeof pattern !== 'string') return 1;
  const states = patternOf(pattern).stepsOn('.') - USUAL_STATES;
  return traversed(1 + text.length) * Math.ceil(Math.max(pattern.length, states) * REGEX);
};

const pairs =
  (factor: number): CallCost =>
  (values) => {
    const [a, b] = values.slice(-2).map(sizeOf);
    return 1 + factor * a! * b!;
  };

/** Lists and maps are compared with all that is in them, which upstream does not count. */
const comparing: CallCost = ([left, right]) => traversed(Math.min(depthOf(left), depthOf(right)));

const ordering: CallCost = ([left, right]) =>
  typeof left === 'string' && typeof right === 'string' ? traversed(Math.min(left.length, right.length)) : 1;

const replacing: CallCost = ([text, from, to]) => {
  const [length, found, put] = [sizeOf(text), sizeOf(from), sizeOf(to)];
  // What it can make at most: an empty text stands before and after every character.
  const longest = found === 0 ? (length + 1) * put + length : length + Math.floor(length / found) * put;
  return traversed(2 * length) + traversed(longest);
};

const joining: CallCost = ([list, between]) => {
  const texts = Array.isArray(list) ? (list as unknown[]) : [];
  const length = texts.reduce<number>((total, each) => total + sizeOf(each), 0);
  return traversed(length + texts.length * (typeof between === 'string' ? between.length : 0));
};

const squared =
  (factor: number): CallCost =>
  ([list]) =>
    1 + factor * sizeOf(list) ** 2;

/**
 * Costs of calls at run time, by the actual sizes of their values (`interpreter/runtimecost.go` of cel-go and
 * `apiserver/pkg/cel/library/cost.go` upstream): by name of the function, with the target before the dot as first
 * value. A call that is not listed costs 1.
 */
const CALL_COSTS: ReadonlyMap<string, CallCost> = new Map<string, CallCost>([
  ['==', comparing],
  ['!=', comparing],
  ...['<', '<=', '>', '>='].map((name): [string, CallCost] => [name, ordering]),
  ['+', ([a, b]) => (typeof a === 'string' ? traversed(sizeOf(a) + sizeOf(b)) : 1)],
  ['in', ([item, list]) => (Array.isArray(list) ? 1 + sizeOf(list) * traversed(depthOf(item)) : 1)],
  ['matches', matching],
  ['find', matching],
  ['findAll', matching],
  ['contains', ([text, part]) => traversed(sizeOf(text)) * Math.max(1, traversed(sizeOf(part)))],
  ['startsWith', reading(1)],
  ['endsWith', reading(1)],
  ['replace', replacing],
  ['split', reading(0, 2)],
  ['join', joining],
  ...['lowerAscii', 'upperAscii', 'substring', 'trim', 'charAt', 'indexOf', 'lastIndexOf', 'format'].map(
    (name): [string, CallCost] => [name, reading(0)],
  ),
  ...['isSorted', 'sum', 'max', 'min', 'includes', 'url', 'ip', 'isIP', 'cidr', 'isCIDR', 'quantity', 'isQuantity'].map(
    (name): [string, CallCost] => [name, reading(0)],
  ),
  ...['semver', 'isSemver', 'isURL', 'bytes', 'string', 'reverse', 'flatten'].map((name): [string, CallCost] => [
    name,
    reading(0),
  ]),
  ['quote', reading(1)],
  ['validate', ([, text]) => traversed(sizeOf(text)) * FORMAT_PATTERN * REGEX],
  ['intersects', pairs(1)],
  ['equivalent', pairs(2)],
  ['distinct', squared(2)],
  ['sort', squared(2)],
  ['check', () => 350_000],
]);

/**
 * Returns the cost of a call of a function or operator; undefined where all its calls cost 1. `sets.contains` is
 * `sets/contains`.
 */
export function callCostOf(name: string, isOfSets: boolean): CallCost | undefined {
  return isOfSets && name === 'contains' ? pairs(1) : CALL_COSTS.get(name);
}
