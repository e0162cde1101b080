import { Optional } from '@marcbachmann/cel-js';
import { haveSameItems, keysOf } from './associative-lists';

/** Returns whether two values are equal: numbers of any type by their value, lists and maps by their entries. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const [plainA, plainB] = [numberOf(a), numberOf(b)];
  // eslint-disable-next-line eqeqeq -- Whole numbers are equal to fractions of the same value.
  if (plainA !== undefined && plainB !== undefined) return plainA == plainB;
  const areObjects = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null;
  return areObjects && areObjectsEqual(a, b);
}

function areObjectsEqual(a: object, b: object): boolean {
  if (isPlain(a) && isPlain(b)) return areMapsEqual(a, b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return areListsEqual([...a], [...b]);
  if (a.constructor !== b.constructor) return false;
  if (Array.isArray(a) && Array.isArray(b)) return keysOf(a) ? haveSameItems(a, b) : areListsEqual(a, b);
  if (a instanceof Map && b instanceof Map) {
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && isEqual(value, b.get(key)));
  }
  if (a instanceof Optional && b instanceof Optional) {
    return a.hasValue() && b.hasValue() ? isEqual(a.value(), b.value()) : a.hasValue() === b.hasValue();
  }
  return isDuration(a) && isDuration(b) ? a.seconds === b.seconds && a.nanos === b.nanos : sameValue(a, b);
}

function areListsEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
}

function areMapsEqual(a: object, b: object): boolean {
  const fields = Object.entries(a);
  const other = b as Readonly<Record<string, unknown>>;
  return (
    fields.length === Object.keys(b).length &&
    fields.every(([name, value]) => Object.hasOwn(b, name) && isEqual(value, other[name]))
  );
}

/** Returns whether two objects have the same plain value, by which times and values of Kubernetes are compared. */
function sameValue(a: object, b: object): boolean {
  const [plainA, plainB] = [a.valueOf() as unknown, b.valueOf() as unknown];
  return plainA !== a && plainA === plainB;
}

function numberOf(value: unknown): number | bigint | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  // The library's unsigned numbers are objects.
  const plain: unknown =
    typeof value === 'object' && value?.constructor.name === 'UnsignedInt' ? value.valueOf() : value;
  return typeof plain === 'bigint' ? plain : undefined;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isDuration(value: object): value is { readonly seconds: bigint; readonly nanos: number } {
  return 'seconds' in value && 'nanos' in value;
}
