import type { Environment } from '@marcbachmann/cel-js';
import { readType, splitTypes, type CelType } from './cel-type';

/** One form of a function or of an operator. */
export interface Overload {
  /** Whether the first argument stands before the dot. */
  readonly isMember: boolean;
  readonly args: readonly CelType[];
  readonly result: CelType;
}

/** The forms of all functions and operators, by name; operators are called as in messages of cel-go: `_+_`. */
export type Declarations = ReadonlyMap<string, readonly Overload[]>;

/** Constants of the library that stand for the first part of a name, such as `sets` in `sets.contains`. */
export const NAMESPACES: Readonly<Record<string, string>> = {
  sets: 'SetsLibrary',
  optional: 'OptionalNamespace',
  jsonpatch: 'JSONPatchLibrary',
};

const TIMES = ['google.protobuf.Timestamp', 'google.protobuf.Duration'];
const [TIMESTAMP, DURATION] = TIMES as [string, string];
const NUMBERS = ['int', 'uint', 'double'];
const ORDERED = [...NUMBERS, 'bool', 'string', 'bytes', ...TIMES];

/** What operators take and give (`common/stdlib/standard.go` and `cel/library.go` of cel-go, with comparisons across numbers). */
const OPERATORS: readonly string[] = [
  ...['_==_', '_!=_'].map((name) => `${name}(A, A): bool`),
  ...['_<_', '_<=_', '_>_', '_>=_'].flatMap((name) => [
    ...ORDERED.map((type) => `${name}(${type}, ${type}): bool`),
    ...pairs(NUMBERS).map(([a, b]) => `${name}(${a}, ${b}): bool`),
  ]),
  ...[...NUMBERS, 'string', 'bytes', 'list<A>', DURATION].map((type) => `_+_(${type}, ${type}): ${type}`),
  `_+_(${TIMESTAMP}, ${DURATION}): ${TIMESTAMP}`,
  `_+_(${DURATION}, ${TIMESTAMP}): ${TIMESTAMP}`,
  ...[...NUMBERS, DURATION].map((type) => `_-_(${type}, ${type}): ${type}`),
  `_-_(${TIMESTAMP}, ${TIMESTAMP}): ${DURATION}`,
  `_-_(${TIMESTAMP}, ${DURATION}): ${TIMESTAMP}`,
  ...['_*_', '_/_'].flatMap((name) => NUMBERS.map((type) => `${name}(${type}, ${type}): ${type}`)),
  ...['int', 'uint'].map((type) => `_%_(${type}, ${type}): ${type}`),
  ...['int', 'double'].map((type) => `-_(${type}): ${type}`),
  '!_(bool): bool',
  '_?_:_(bool, A, A): A',
  '@in(A, list<A>): bool',
  '@in(A, map<A, B>): bool',
  '_[_](list<A>, int): A',
  '_[_](map<A, B>, A): B',
  '_[_](optional<list<V>>, int): optional<V>',
  '_[_](optional<map<K, V>>, K): optional<V>',
  '_[?_](list<V>, int): optional<V>',
  '_[?_](optional<list<V>>, int): optional<V>',
  '_[?_](map<K, V>, K): optional<V>',
  '_[?_](optional<map<K, V>>, K): optional<V>',
];

/** Functions whose declarations in the library are wider than upstream's (`ext/lists.go`, `apiserver/pkg/cel/library/lists.go`). */
const GENERIC: readonly string[] = [
  'type(A): type',
  'dyn(A): dyn',
  ...ORDERED.flatMap((type) => [
    `list<${type}>.isSorted(): bool`,
    `list<${type}>.min(): ${type}`,
    `list<${type}>.max(): ${type}`,
  ]),
  ...[...NUMBERS, DURATION].map((type) => `list<${type}>.sum(): ${type}`),
  'list<T>.indexOf(T): int',
  'list<T>.lastIndexOf(T): int',
  'list<T>.distinct(): list<T>',
  'list<T>.reverse(): list<T>',
  'list<T>.slice(int, int): list<T>',
  'list<list<T>>.flatten(): list<T>',
  ...['contains', 'equivalent', 'intersects'].map((name) => `SetsLibrary.${name}(list<T>, list<T>): bool`),
  'optional<T>.hasValue(): bool',
  'optional<T>.value(): T',
  'optional<T>.or(optional<T>): optional<T>',
  'optional<T>.orValue(T): T',
];

/** Forms of upstream that the library finds when an expression runs. */
const MORE: readonly string[] = [
  'matches(string, string): bool',
  ...TIMES.flatMap((type) => [`string(${type}): string`, `int(${type}): int`]),
  'int(uint): int',
  `timestamp(${TIMESTAMP}): ${TIMESTAMP}`,
  `duration(${DURATION}): ${DURATION}`,
  `duration(int): ${DURATION}`,
  'string(Quantity): string',
  'string(CIDR): string',
  'string(Semver): string',
];

/** What an environment declares, in the forms of upstream. */
export function declarationsOf(environment: Environment): Declarations {
  const found = new Map<string, Overload[]>();
  const generic = new Set(GENERIC.map((signature) => shapeOf(signature)));
  const own = environment
    .getDefinitions()
    .functions.map(({ signature }) => signature)
    .filter((signature) => !signature.includes('(ast') && !generic.has(shapeOf(signature)));
  for (const signature of [...OPERATORS, ...GENERIC, ...MORE, ...own]) {
    const { name, overload } = readSignature(signature);
    found.set(name, [...(found.get(name) ?? []), overload]);
  }
  return found;
}

/** A function by its name and by what stands before the dot: `list.min`. */
function shapeOf(signature: string): string {
  const { owner, name } = partsOf(signature);
  return `${owner?.split('<')[0] ?? ''}.${name}`;
}

interface Parts {
  readonly owner: string | undefined;
  readonly name: string;
  readonly args: string;
  readonly result: string;
}

function partsOf(signature: string): Parts {
  const [path, more] = cut(signature, '(');
  const [args, result] = cut(more, '): ');
  const dot = path.lastIndexOf('.');
  return { owner: dot < 0 ? undefined : path.slice(0, dot), name: path.slice(dot + 1), args, result };
}

function cut(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  return [text.slice(0, place), text.slice(place + at.length)];
}

function readSignature(signature: string): { readonly name: string; readonly overload: Overload } {
  const { owner, name, args, result } = partsOf(signature);
  const types = splitTypes(args).map(readType);
  const namespace = Object.keys(NAMESPACES).find((key) => NAMESPACES[key] === owner);
  const isMember = owner !== undefined && namespace === undefined;
  return {
    name: namespace === undefined ? name : `${namespace}.${name}`,
    overload: { isMember, args: isMember ? [readType(owner), ...types] : types, result: readType(result) },
  };
}

function pairs(names: readonly string[]): [string, string][] {
  return names.flatMap((a) => names.filter((b) => b !== a).map((b): [string, string] => [a, b]));
}
