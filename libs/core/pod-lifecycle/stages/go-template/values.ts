/** Returns whether a value counts as true in a template: all values but nothing, false, zero and empty ones. */
export function isTrue(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' ? Object.keys(value).length > 0 : true;
}

/** As Go prints a value. */
export function printed(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '<no value>';
  if (Array.isArray(value)) return `[${value.map(printed).join(' ')}]`;
  if (typeof value === 'object') {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `map[${fields.map(([name, each]) => `${name}:${printed(each)}`).join(' ')}]`;
  }
  return String(value);
}

/** The text of a value for functions on texts; nothing is the empty text. */
export function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : printed(value);
}

/** The number that a value is or reads as; 0 for anything else, as conversions there do. */
export function numberOf(value: unknown): number {
  const number = typeof value === 'boolean' ? Number(value) : Number(textOf(value) || 0);
  return Number.isFinite(number) ? number : 0;
}

/** Compares numbers as numbers and texts as texts. */
export function compared(a: unknown, b: unknown): number {
  const [left, right] = typeof a === 'number' && typeof b === 'number' ? [a, b] : [textOf(a), textOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

export function isEqual(a: unknown, b: unknown): boolean {
  if (a === undefined || a === null || b === undefined || b === null) return (a ?? null) === (b ?? null);
  return typeof a === typeof b && JSON.stringify(a) === JSON.stringify(b);
}
