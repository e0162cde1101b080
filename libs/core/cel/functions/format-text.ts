import { timestampText } from './conversion-functions';

/** `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X`, `%o` and `%%`, with a precision where there is one (`ext/formatting.go` of cel-go). */
export function formatText(template: string, values: readonly unknown[]): string {
  let next = 0;
  return template.replace(/%(?:\.(\d+))?([%sdfebxXo])/g, (_match, precision: string | undefined, verb: string) => {
    if (verb === '%') return '%';
    if (next >= values.length) throw new TypeError(`index ${next} out of range`);
    return formatted(values[next++], verb, precision);
  });
}

function formatted(value: unknown, verb: string, precision: string | undefined): string {
  const digits = precision === undefined ? 6 : Number(precision);
  switch (verb) {
    case 'd':
      return String(value);
    case 'f':
      return Number(value).toFixed(digits);
    case 'e':
      return Number(value)
        .toExponential(digits)
        .replace(/e([+-])(\d)$/, 'e$10$2');
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : BigInt(value as bigint).toString(2);
    case 'o':
      return BigInt(value as bigint).toString(8);
    case 'x':
    case 'X': {
      const text = typeof value === 'string' ? hexOf(value) : BigInt(value as bigint).toString(16);
      return verb === 'X' ? text.toUpperCase() : text;
    }
    default:
      return textOf(value);
  }
}

function hexOf(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`;
  if (value instanceof Date) return timestampText(value);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return String(value);
  const entries = Object.entries(value).map(([key, inner]) => `${key}: ${textOf(inner)}`);
  return `{${entries.join(', ')}}`;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
