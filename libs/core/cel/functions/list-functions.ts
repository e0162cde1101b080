import type { Environment } from '@marcbachmann/cel-js';
import { isEqual } from '../equal-values';
import { identityOf } from '../value-identity';

type Ordered = bigint | number | string | boolean;

/** Functions of lists: `isSorted`, `sum`, `min`, `max`, `indexOf`, `lastIndexOf`, `sets.*`, `distinct`, `reverse`, `slice`, `flatten`. */
export function addListFunctions(environment: Environment): void {
  environment
    .registerFunction('list.isSorted(): bool', (list: Ordered[]) =>
      list.every((item, i) => i === 0 || list[i - 1]! <= item),
    )
    .registerFunction('list.sum(): dyn', (list: Summand[]) => sum(list))
    .registerFunction('list.min(): dyn', (list: Ordered[]) => extreme(list, 'min'))
    .registerFunction('list.max(): dyn', (list: Ordered[]) => extreme(list, 'max'))
    .registerFunction('list.indexOf(dyn): int', (list: unknown[], item: unknown) =>
      BigInt(list.findIndex((each) => isEqual(each, item))),
    )
    .registerFunction('list.lastIndexOf(dyn): int', (list: unknown[], item: unknown) =>
      BigInt(list.findLastIndex((each) => isEqual(each, item))),
    )
    .registerFunction('list.distinct(): list<dyn>', (list: unknown[]) => distinct(list))
    .registerFunction('list.reverse(): list<dyn>', (list: unknown[]) => [...list].reverse())
    .registerFunction('list.slice(int, int): list<dyn>', slice)
    .registerFunction('list.flatten(): list<dyn>', (list: unknown[]) => list.flat())
    .registerFunction('list.flatten(int): list<dyn>', (list: unknown[], depth: bigint) => {
      if (depth < 0n) throw new TypeError('level must be non-negative');
      return list.flat(Number(depth));
    })
    .registerFunction('list.sort(): list<dyn>', (list: Ordered[]) =>
      [...list].sort((a, b) => (a < b ? -1 : Number(a > b))),
    )
    .registerType('ListsLibrary', { ctor: Lists, fields: {} })
    .registerConstant('lists', 'ListsLibrary', new Lists())
    .registerFunction('ListsLibrary.range(int): list<int>', (_lists: Lists, count: bigint) =>
      Array.from({ length: Number(count) }, (_item, i) => BigInt(i)),
    );
  addSets(environment);
}

class Lists {}
class Sets {}

function addSets(environment: Environment): void {
  environment.registerType('SetsLibrary', { ctor: Sets, fields: {} });
  environment.registerConstant('sets', 'SetsLibrary', new Sets());
  environment
    .registerFunction('SetsLibrary.contains(list, list): bool', (_sets: Sets, a: unknown[], b: unknown[]) =>
      includesAll(a, b),
    )
    .registerFunction(
      'SetsLibrary.equivalent(list, list): bool',
      (_sets: Sets, a: unknown[], b: unknown[]) => includesAll(a, b) && includesAll(b, a),
    )
    .registerFunction('SetsLibrary.intersects(list, list): bool', (_sets: Sets, a: unknown[], b: unknown[]) => {
      const known = new Set(a.map(identityOf));
      return b.some((item) => known.has(identityOf(item)));
    });
}

function slice(list: readonly unknown[], from: bigint, to: bigint): unknown[] {
  const cannot = `cannot slice(${from}, ${to})`;
  if (from < 0n || to < 0n) throw new TypeError(`${cannot}, negative indexes not supported`);
  if (from > to) throw new TypeError(`${cannot}, start index must be less than or equal to end index`);
  if (BigInt(list.length) < to) throw new TypeError(`${cannot}, list is length ${list.length}`);
  return list.slice(Number(from), Number(to));
}

/** A value that can be added to others of its type; the library's durations and unsigned numbers are objects. */
type Summand = bigint | number | { addDuration(other: unknown): Summand } | { readonly value: bigint };

function sum(list: readonly Summand[]): unknown {
  if (list.length === 0) return 0n;
  return list.reduce(added);
}

function added(a: Summand, b: Summand): Summand {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a + b;
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (typeof a === 'object' && 'addDuration' in a) return a.addDuration(b);
  if (typeof a === 'object' && typeof b === 'object' && 'value' in a && 'value' in b) {
    const Unsigned = a.constructor as new (value: bigint) => Summand;
    return new Unsigned(a.value + b.value);
  }
  throw new TypeError('no such overload: _+_');
}

function extreme(list: readonly Ordered[], which: 'min' | 'max'): Ordered {
  const [first, ...others] = list;
  if (first === undefined) throw new TypeError(`${which} called on empty list`);
  return others.reduce((best, item) => ((which === 'min' ? item < best : item > best) ? item : best), first);
}

function distinct(list: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return list.filter((item) => {
    const identity = identityOf(item);
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

function includesAll(list: readonly unknown[], items: readonly unknown[]): boolean {
  const known = new Set(list.map(identityOf));
  return items.every((item) => known.has(identityOf(item)));
}
