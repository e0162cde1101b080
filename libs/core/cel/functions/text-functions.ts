import type { Environment } from '@marcbachmann/cel-js';
import { patternOf } from '../counted-steps';

/** Functions of texts: `find`, `findAll`, `replace`, `charAt`, `reverse`, `format`. */
export function addTextFunctions(environment: Environment): void {
  environment
    .registerFunction(
      'string.find(string): string',
      (text: string, pattern: string) => patternOf(pattern).first(text) ?? '',
    )
    .registerFunction('string.findAll(string): list<string>', (text: string, pattern: string) =>
      patternOf(pattern).all(text),
    )
    .registerFunction('string.findAll(string, int): list<string>', (text: string, pattern: string, limit: bigint) =>
      patternOf(pattern).all(text, limit < 0n ? Infinity : Number(limit)),
    )
    .registerFunction('string.replace(string, string): string', (text: string, from: string, to: string) =>
      text.split(from).join(to),
    )
    .registerFunction('string.replace(string, string, int): string', replaceSome)
    .registerFunction('string.charAt(int): string', charAt)
    .registerFunction('string.reverse(): string', (text: string) => [...text].reverse().join(''))
    .registerFunction('string.format(list): string', format);
}

function replaceSome(text: string, from: string, to: string, limit: bigint): string {
  if (limit < 0n) return text.split(from).join(to);
  const parts = text.split(from);
  const head = parts.slice(0, Number(limit) + 1).join(to);
  const tail = parts.slice(Number(limit) + 1);
  return tail.length > 0 ? [head, ...tail].join(from) : head;
}

function charAt(text: string, index: bigint): string {
  const characters = [...text];
  if (index < 0n || index > BigInt(characters.length)) throw new TypeError(`index out of range: ${index}`);
  return characters[Number(index)] ?? '';
}

/** `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X`, `%o` and `%%`, with a precision where there is one. */
function format(template: string, values: readonly unknown[]): string {
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
      return Number(value).toExponential(digits);
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
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, inner]) => `${key}: ${textOf(inner)}`);
  return `{${entries.join(', ')}}`;
}
