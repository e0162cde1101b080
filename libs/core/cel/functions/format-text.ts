import { durationText, timestampText } from './conversion-functions';

/** `%s`, `%d`, `%f`, `%e`, `%b`, `%x`, `%X`, `%o` and `%%`, with a precision where there is one (`ext/formatting.go` of cel-go). */
export function formatText(template: string, values: readonly unknown[]): string {
  let next = 0;
  return template.replace(/%(?:\.(\d+))?(.|$)/gsu, (_match, precision: string | undefined, verb: string) => {
    if (verb === '%') return '%';
    const write = WRITERS[verb];
    if (!write) throw new TypeError(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
    if (next >= values.length) throw new TypeError(`index ${next} out of range`);
    return write(values[next++], precision === undefined ? 6 : Number(precision));
  });
}

type Writer = (value: unknown, digits: number) => string;

const WRITERS: Readonly<Record<string, Writer | undefined>> = {
  s: textOf,
  d: (value) => (isNumber(value) ? String(value) : refused('%d', 'integers')),
  f: (value, digits) => (isNumber(value) ? Number(value).toFixed(digits) : refused('%f', 'doubles')),
  e: (value, digits) =>
    isNumber(value)
      ? Number(value)
          .toExponential(digits)
          .replace(/e([+-])(\d)$/, 'e$10$2')
      : refused('%e', 'doubles'),
  b: (value) => (typeof value === 'boolean' ? String(Number(value)) : whole(value, '%b').toString(2)),
  o: (value) => whole(value, '%o').toString(8),
  x: hexOf,
  X: (value) => hexOf(value).toUpperCase(),
};

function refused(verb: string, wanted: string): never {
  throw new TypeError(`error during formatting: ${verb} can only be used with ${wanted}`);
}

/** The library's unsigned numbers are objects. */
function isNumber(value: unknown): boolean {
  const plain: unknown = typeof value === 'object' ? value?.valueOf() : value;
  return typeof plain === 'bigint' || typeof plain === 'number';
}

function whole(value: unknown, verb: string): bigint {
  const plain: unknown = typeof value === 'object' ? value?.valueOf() : value;
  return typeof plain === 'bigint' ? plain : refused(verb, 'integers');
}

function hexOf(value: unknown): string {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  if (!(bytes instanceof Uint8Array)) return whole(value, '%x').toString(16);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`;
  if (value instanceof Date) return timestampText(value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if ('seconds' in value && 'nanos' in value) {
    return durationText(value as Parameters<typeof durationText>[0]);
  }
  if (!isPlain(value)) return 'name' in value ? String(value.name) : String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${key}: ${textOf(inner)}`).join(', ')}}`;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
