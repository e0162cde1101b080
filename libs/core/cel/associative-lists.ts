import { identityOf } from './value-identity';

/**
 * The key that distinguishes the items of a list: the items themselves, or the values of some fields
 * (`x-kubernetes-list-type`).
 */
export type ListKeys = { readonly is: 'set' } | { readonly is: 'map'; readonly keys: readonly string[] };

/** Keys of the items of a value's lists, from their schemas. */
const known = new WeakMap<readonly unknown[], ListKeys>();

/** Makes a list a set or a list with keys: equality then ignores the order of its items, and additions merge. Returns the list. */
export function associative<T extends readonly unknown[]>(list: T, keys: ListKeys): T {
  known.set(list, keys);
  return list;
}

/** Returns the key that distinguishes the items of a list; undefined for an ordered list. */
export function keysOf(list: readonly unknown[]): ListKeys | undefined {
  return known.get(list);
}

/** Returns whether a set or list with keys has the items of another list, in any order. */
export function haveSameItems(list: readonly unknown[], other: readonly unknown[]): boolean {
  if (list.length !== other.length) return false;
  const items = list.map(identityOf).sort();
  const others = other.map(identityOf).sort();
  return items.every((item, i) => item === others[i]);
}

/**
 * Returns a set or list with keys and the items of another (`apiserver/pkg/cel/common/values.go`): a set gets those that it lacks; in a list
 * with keys they replace the items with their keys, and the rest follow in their order.
 */
export function merged(list: readonly unknown[], other: readonly unknown[], keys: ListKeys): readonly unknown[] {
  const items = [...list];
  const places = new Map(items.map((item, i) => [keyOf(item, keys), i]));
  for (const item of other) {
    const key = keyOf(item, keys);
    const at = places.get(key);
    if (at === undefined) places.set(key, items.push(item) - 1);
    else items[at] = item;
  }
  return associative(items, keys);
}

function keyOf(item: unknown, keys: ListKeys): string {
  if (keys.is === 'set') return identityOf(item);
  const fields = (typeof item === 'object' && item !== null ? item : {}) as Readonly<Record<string, unknown>>;
  return keys.keys.map((key) => identityOf(fields[key])).join();
}
