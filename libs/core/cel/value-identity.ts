/** Returns a text that is the same for equal values: fields in the order of their names, and no difference between 1 and 1.0. */
export function identityOf(value: unknown): string {
  if (typeof value === 'bigint') {
    // Digits that a number would lose.
    return BigInt(Number(value)) === value ? String(Number(value)) : String(value);
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(identityOf).join()}]`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return classIdentity(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${identityOf(inner)}`).join()}}`;
}

/** Unsigned numbers are equal to others; times, durations and values of Kubernetes to their own kind. */
function classIdentity(value: object): string {
  const plain: unknown = value.valueOf();
  if (value.constructor.name === 'UnsignedInt') return identityOf(plain);
  const parts = plain === value ? Object.entries(value) : [['', plain] as const];
  return `${value.constructor.name}(${parts.map(([name, inner]) => `${name}:${identityOf(inner)}`).join()})`;
}
