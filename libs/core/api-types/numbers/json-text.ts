/** Values of a text that mark a bigint (`"#n…"`) or begin as such values do (`"#s…"`); names of fields are neither. */
const MARK = /(?<!\\)"#(?:n(-?\d+)"|s((?:[^"\\]|\\.)*"))(?!:)/g;

/**
 * `JSON.stringify`, but bigints are written as their digits, as `parseJson` reads them. A value without bigints, that is nearly
 * each, costs the same as there. Undefined, despite the type, for a value that JSON does not have.
 */
export function jsonText(value: unknown, space?: number): string {
  try {
    return JSON.stringify(value, undefined, space);
  } catch (error) {
    // That is how bigints are found. What else cannot be written fails again.
    if (!(error instanceof TypeError)) throw error;
    return withDigits(JSON.stringify(value, markBigints, space));
  }
}

/** A replacer for `JSON.stringify` that lets bigints stand as texts. Texts of a client that look the same stay different. */
export function markBigints(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `#n${value}`;
  return typeof value === 'string' && value.startsWith('#') ? `#s${value}` : value;
}

/** The text that was meant by one that {@link markBigints} was used for. */
export function withDigits(text: string): string {
  return text.replace(MARK, (_all, digits?: string, rest?: string) => digits ?? `"${rest!}`);
}
