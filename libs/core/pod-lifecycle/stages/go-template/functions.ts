import { stringify } from 'yaml';
import { formatText } from './format-text';
import type { TemplateFunction, TemplateFunctions } from './render';
import { TemplateFault } from './template-nodes';
import { compared, isEqual, isTrue, numberOf, printed, textOf } from './values';

const truncated = (value: unknown): number => Math.trunc(numberOf(value));
const sum = (values: unknown[]): number => values.reduce<number>((total, each) => total + truncated(each), 0);

/** Those that Go's `text/template` has. */
const LANGUAGE: Readonly<Record<string, TemplateFunction>> = {
  and: (...values) => values.at(-1),
  or: (...values) => values.at(-1),
  not: (value) => !isTrue(value),
  eq: (value, ...others) => others.some((other) => isEqual(value, other)),
  ne: (a, b) => !isEqual(a, b),
  lt: (a, b) => compared(a, b) < 0,
  le: (a, b) => compared(a, b) <= 0,
  gt: (a, b) => compared(a, b) > 0,
  ge: (a, b) => compared(a, b) >= 0,
  len: (value) => lengthOf(value),
  index: (value, ...keys) => keys.reduce(indexed, value),
  print: (...values) => values.map(printed).join(''),
  println: (...values) => `${values.map(printed).join(' ')}\n`,
  printf: (format, ...values) => formatText(textOf(format), values),
};

/** Those of the library of functions that stage files may use (sprig), as far as they know neither clock nor chance. */
const LIBRARY: Readonly<Record<string, TemplateFunction>> = {
  default: (otherwise, value) => (isTrue(value) ? value : otherwise),
  coalesce: (...values) => values.find(isTrue),
  empty: (value: unknown) => !isTrue(value),
  ternary: (yes, no, condition) => (isTrue(condition) ? yes : no),
  dict: (...values) => {
    const pairs = values.flatMap((key, i) => (i % 2 === 0 ? [[textOf(key), values[i + 1] ?? ''] as const] : []));
    return Object.fromEntries(pairs);
  },
  list: (...values) => values,
  get: (map, key) => indexed(map, key) ?? '',
  hasKey: (map, key) => typeof map === 'object' && map !== null && Object.hasOwn(map, textOf(key)),
  keys: (map) => Object.keys((map ?? {}) as object).sort(),
  first: (values) => asList(values)[0],
  last: (values) => asList(values).at(-1),
  has: (value, values) => asList(values).some((each) => isEqual(each, value)),
  join: (separator, values) => asList(values).map(textOf).join(textOf(separator)),
  splitList: (separator, text) => textOf(text).split(textOf(separator)),
  toString: (value: unknown) => textOf(value),
  toJson: (value: unknown) => JSON.stringify(value ?? null),
  quote: (...values) => values.map((value) => JSON.stringify(textOf(value))).join(' '),
  squote: (...values) => values.map((value) => `'${textOf(value)}'`).join(' '),
  upper: (text) => textOf(text).toUpperCase(),
  lower: (text) => textOf(text).toLowerCase(),
  trim: (text) => textOf(text).trim(),
  trimPrefix: (prefix, text) => withoutPrefix(textOf(text), textOf(prefix)),
  trimSuffix: (suffix, text) => withoutSuffix(textOf(text), textOf(suffix)),
  hasPrefix: (prefix, text) => textOf(text).startsWith(textOf(prefix)),
  hasSuffix: (suffix, text) => textOf(text).endsWith(textOf(suffix)),
  contains: (part, text) => textOf(text).includes(textOf(part)),
  replace: (from, to, text) => textOf(text).replaceAll(textOf(from), textOf(to)),
  indent: (spaces, text) => indented(truncated(spaces), textOf(text)),
  nindent: (spaces, text) => `\n${indented(truncated(spaces), textOf(text))}`,
  int: truncated,
  int64: truncated,
  float64: numberOf,
  add: (...values) => sum(values),
  add1: (value) => truncated(value) + 1,
  sub: (a, b) => truncated(a) - truncated(b),
  mul: (...values) => values.reduce<number>((product, each) => product * truncated(each), 1),
  div: (a, b) => Math.trunc(truncated(a) / divisor(b)),
  mod: (a, b) => truncated(a) % divisor(b),
  max: (...values) => Math.max(...values.map(truncated)),
  min: (...values) => Math.min(...values.map(truncated)),
};

/** Those that stage files have beside. */
const OWN: Readonly<Record<string, TemplateFunction>> = {
  Quote: (value) => {
    const text = JSON.stringify(value ?? null);
    return text.startsWith('"') ? text : JSON.stringify(text);
  },
  YAML: (value, indentation) => {
    const text = stringify(value ?? null);
    const levels = truncated(indentation ?? 0);
    return levels > 0 ? `\n${text}`.replaceAll('\n', `\n${' '.repeat(2 * levels)}`) : text;
  },
};

const LASTING: Readonly<Record<string, TemplateFunction>> = { ...LANGUAGE, ...LIBRARY, ...OWN };

/** Returns the functions that a template can call: those with a constant meaning, and those of the given moment and place. */
export function templateFunctions(ofTheMoment: Readonly<Record<string, TemplateFunction>>): TemplateFunctions {
  return { get: (name) => lastingFunction(name) ?? ((...values) => ofTheMoment[name]!(...values)) };
}

/** Returns the function of a name that has the same meaning at every moment; undefined if there is none. */
export function lastingFunction(name: string): TemplateFunction | undefined {
  return Object.hasOwn(LASTING, name) ? LASTING[name] : undefined;
}

/** The names of the functions that are there in any case. */
export const LASTING_FUNCTIONS: readonly string[] = Object.keys(LASTING);

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  throw new TemplateFault(`len of ${printed(value)}`);
}

function indexed(value: unknown, key: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value[truncated(key)];
  if (typeof value !== 'object') throw new TemplateFault(`index of ${printed(value)}`);
  return Object.hasOwn(value, textOf(key)) ? (value as Record<string, unknown>)[textOf(key)] : undefined;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function divisor(value: unknown): number {
  const number = truncated(value);
  if (number === 0) throw new TemplateFault('division by zero');
  return number;
}

function indented(spaces: number, text: string): string {
  const pad = ' '.repeat(Math.max(0, Math.min(spaces, 100)));
  return pad + text.replaceAll('\n', `\n${pad}`);
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function withoutSuffix(text: string, suffix: string): string {
  return suffix !== '' && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
}
