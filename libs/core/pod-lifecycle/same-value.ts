/** Whether two JSON values are the same; the order of keys does not count, and undefined fields are none. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => isSameValue(item, b[i]))
    );
  }
  return coversFields(a, b) && coversFields(b, a);
}

function coversFields(a: object, b: object): boolean {
  const other = b as Record<string, unknown>;
  return Object.entries(a).every(([name, value]) => value === undefined || isSameValue(value, other[name]));
}
