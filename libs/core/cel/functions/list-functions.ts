import type { Environment } from '@marcbachmann/cel-js';

type Ordered = bigint | number | string | boolean;

/** Functions of lists: `isSorted`, `sum`, `min`, `max`, `indexOf`, `lastIndexOf`, `sets.*`, `distinct`, `reverse`, `slice`, `flatten`. */
export function addListFunctions(environment: Environment): void {
  environment
    .registerFunction('list.isSorted(): bool', (list: Ordered[]) =>
      list.every((item, i) => i === 0 || list[i - 1]! <= item),
    )
    .registerFunction('list.sum(): dyn', (list: (bigint | number)[]) => sum(list))
    .registerFunction('list.min(): dyn', (list: Ordered[]) => extreme(list, 'min'))
    .registerFunction('list.max(): dyn', (list: Ordered[]) => extreme(list, 'max'))
    .registerFunction('list.indexOf(dyn): int', (list: unknown[], item: unknown) =>
      BigInt(list.findIndex((each) => isSame(each, item))),
    )
    .registerFunction('list.lastIndexOf(dyn): int', (list: unknown[], item: unknown) =>
      BigInt(list.findLastIndex((each) => isSame(each, item))),
    )
    .registerFunction('list.distinct(): list<dyn>', (list: unknown[]) => distinct(list))
    .registerFunction('list.reverse(): list<dyn>', (list: unknown[]) => [...list].reverse())
    .registerFunction('list.slice(int, int): list<dyn>', (list: unknown[], from: bigint, to: bigint) =>
      list.slice(Number(from), Number(to)),
    )
    .registerFunction('list.flatten(): list<dyn>', (list: unknown[]) => list.flat());
  class Sets {}
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

function sum(list: readonly (bigint | number)[]): bigint | number {
  if (list.length === 0) return 0n;
  return typeof list[0] === 'bigint'
    ? (list as bigint[]).reduce((total, item) => total + item, 0n)
    : (list as number[]).reduce((total, item) => total + item, 0);
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

function isSame(a: unknown, b: unknown): boolean {
  return a === b || identityOf(a) === identityOf(b);
}

/** A text that is the same for equal values: fields in the order of their names, and no difference between 1 and 1.0. */
function identityOf(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    // Digits that a number would lose; no map of a client has a field without a name.
    if (typeof inner === 'bigint')
      return BigInt(Number(inner)) === inner ? Number(inner) : { '': ['int', String(inner)] };
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
