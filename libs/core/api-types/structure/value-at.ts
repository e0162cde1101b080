/** The value at a path of field names; undefined where there is none. */
export function valueAt(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const field of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined;
    value = (value as Record<string, unknown>)[field];
  }
  return value;
}
