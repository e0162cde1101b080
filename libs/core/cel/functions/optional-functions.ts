import { Optional, type Environment } from '@marcbachmann/cel-js';
import { absent, present } from '../optional-value';

/** Functions of optional values that the library lacks (`cel/library.go` of cel-go). */
export function addOptionalFunctions(environment: Environment): void {
  environment
    .registerFunction('OptionalNamespace.ofNonZeroValue(dyn): optional<dyn>', (_namespace: unknown, value: unknown) =>
      isZero(value) ? absent() : present(value),
    )
    .registerFunction('OptionalNamespace.unwrap(list): list<dyn>', (_namespace: unknown, list: unknown[]) =>
      presentOf(list),
    )
    // The library's own leaves the type of what a variable holds open, so that no field of it can be read.
    .registerFunction('optional.value(): dyn', (optional: Optional) => optional.value())
    .registerFunction('list.unwrapOpt(): list<dyn>', presentOf)
    .registerFunction('list.first(): optional<dyn>', (list: unknown[]) => present(list[0]))
    .registerFunction('list.last(): optional<dyn>', (list: unknown[]) => present(list.at(-1)));
}

function presentOf(list: readonly unknown[]): unknown[] {
  return list.flatMap((value) => {
    if (!(value instanceof Optional)) throw new TypeError(`value ${String(value)} is not optional`);
    return value.hasValue() ? [value.value()] : [];
  });
}

/** Null, false, numbers of 0, empty texts, lists and maps, and times and durations of 0. */
function isZero(value: unknown): boolean {
  if (value === null || value === false || value === '' || value === 0 || value === 0n) return true;
  if (Array.isArray(value) || value instanceof Uint8Array) return value.length === 0;
  if (typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return Object.keys(value).length === 0;
  const plain: unknown = value.valueOf();
  return plain === 0 || plain === 0n;
}
