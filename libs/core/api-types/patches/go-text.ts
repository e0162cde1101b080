/** A value of JSON as Go prints it with `%v`: `map[a:1 b:[x y]]`, with sorted keys. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, part]) => `${key}:${goText(part)}`).join(' ')}]`;
}
