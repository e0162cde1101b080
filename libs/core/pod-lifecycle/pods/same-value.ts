/** Returns whether two JSON values are the same; the order of keys does not count, and undefined fields are none. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && areSameLists(a, b);
  return !Array.isArray(b) && haveSameFields(a as Record<string, unknown>, b as Record<string, unknown>);
}

function areSameLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!isSameValue(a[i], b[i])) return false;
  return true;
}

function haveSameFields(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  let fields = 0;
  for (const name of Object.keys(a)) {
    const value = a[name];
    if (value === undefined) continue;
    if (!Object.hasOwn(b, name) || !isSameValue(value, b[name])) return false;
    fields++;
  }
  for (const name of Object.keys(b)) if (b[name] !== undefined) fields--;
  return fields === 0;
}
