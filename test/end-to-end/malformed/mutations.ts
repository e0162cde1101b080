type Json = Record<string, unknown>;
export type Path = readonly (string | number)[];

/** Every position of a value within an object, outermost first. */
export function positionsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Array.isArray(value)
    ? value.flatMap((item, index) => positionsOf(item, [...path, index]))
    : Object.entries(value).flatMap(([key, item]) => positionsOf(item, [...path, key]));
  return path.length === 0 ? below : [path, ...below];
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Json)[step], value);
}

/** A copy with another value at one position. */
export function withValueAt<T>(value: T, path: Path, next: unknown): T {
  const copy = structuredClone(value);
  const parent = valueAt(copy, path.slice(0, -1)) as Json;
  parent[path[path.length - 1]!] = next;
  return copy;
}

/** A value that the field of this value cannot have. */
export function wrongTypeFor(value: unknown): unknown {
  if (Array.isArray(value)) return { '0': value[0] as unknown };
  if (typeof value === 'object') return 'text';
  return typeof value === 'string' ? { of: 'another type' } : ['of another type'];
}
