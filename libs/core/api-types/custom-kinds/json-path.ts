import { exactNumber, isNumeric } from '../numbers/exact-numbers';

/** One step of a path: a field, items by index, range or all, or those that a comparison selects. */
type Step =
  | { readonly is: 'field'; readonly name: string }
  | { readonly is: 'index'; readonly index: number }
  | { readonly is: 'range'; readonly from: number | undefined; readonly to: number | undefined; readonly step: number }
  | { readonly is: 'all' }
  | { readonly is: 'descend' }
  | { readonly is: 'filter'; readonly path: JsonPath; readonly operator: string; readonly value: unknown };

/** A parsed JSONPath. */
export type JsonPath = readonly Step[];

/**
 * Reads a JSONPath as `client-go/util/jsonpath` does, in the parts that printer columns use: fields (also quoted, and with
 * escaped dots), indexes, ranges, `*`, `..` and filters that compare a field with a literal. Undefined for others: their
 * columns stay empty.
 */
export function parseJsonPath(text: string): JsonPath | undefined {
  const steps: Step[] = [];
  let rest = text.trim().replace(/^\$/, '');
  while (rest !== '') {
    const read = readStep(rest);
    if (!read) return undefined;
    if (read.step) steps.push(read.step);
    rest = read.rest;
  }
  return steps;
}

/** The values that a path leads to; missing fields lead nowhere. */
export function readPath(path: JsonPath, value: unknown): unknown[] {
  let values: unknown[] = [value];
  for (const step of path) values = values.flatMap((each) => follow(step, each));
  return values;
}

interface Read {
  readonly step: Step | undefined;
  readonly rest: string;
}

function readStep(text: string): Read | undefined {
  if (text.startsWith('..'))
    return { step: { is: 'descend' }, rest: text[2] === '[' ? text.slice(2) : `.${text.slice(2)}` };
  if (text.startsWith('[')) return readBrackets(text);
  if (text === '.') return { step: undefined, rest: '' };
  if (text.startsWith('.[')) return { step: undefined, rest: text.slice(1) };
  const field = /^\.((?:\\.|[^.[\]\\])+)/.exec(text);
  if (!field) return undefined;
  const name = field[1]!.replace(/\\(.)/g, '$1');
  return { step: name === '*' ? { is: 'all' } : { is: 'field', name }, rest: text.slice(field[0].length) };
}

function readBrackets(text: string): Read | undefined {
  const end = closing(text);
  if (end < 0) return undefined;
  const inside = text.slice(1, end).trim();
  const rest = text.slice(end + 1);
  if (inside === '*') return { step: { is: 'all' }, rest };
  const quoted = /^(['"])(.*)\1$/.exec(inside);
  if (quoted) return { step: { is: 'field', name: quoted[2]!.replace(/\\(.)/g, '$1') }, rest };
  if (/^-?\d+$/.test(inside)) return { step: { is: 'index', index: Number(inside) }, rest };
  const range = /^(-?\d*):(-?\d*)(?::(\d+))?$/.exec(inside);
  if (range) {
    const number = (part: string | undefined): number | undefined => (part ? Number(part) : undefined);
    return { step: { is: 'range', from: number(range[1]), to: number(range[2]), step: number(range[3]) ?? 1 }, rest };
  }
  const step = readFilter(inside);
  return step && { step, rest };
}

/** The place of the bracket that closes the first one; quotes may hold brackets. */
function closing(text: string): number {
  let depth = 0;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (quote !== '') {
      if (character === '\\') i++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '[') depth++;
    else if (character === ']' && --depth === 0) return i;
  }
  return -1;
}

function readFilter(inside: string): Step | undefined {
  if (!inside.startsWith('?(') || !inside.endsWith(')')) return undefined;
  const body = inside.slice(2, -1);
  const operator = ['==', '!=', '<=', '>=', '<', '>'].find((each) => body.includes(each)) ?? '';
  const at = operator === '' ? body.length : body.indexOf(operator);
  const left = body.slice(0, at).trim();
  const path = left.startsWith('@') ? parseJsonPath(left.slice(1)) : undefined;
  if (!path) return undefined;
  return { is: 'filter', path, operator, value: literal(body.slice(at + operator.length).trim()) };
}

function literal(text: string): unknown {
  const quoted = /^(['"])(.*)\1$/.exec(text);
  if (quoted) return quoted[2];
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && !Number.isNaN(Number(text)) ? exactNumber(Number(text), text) : text;
}

function follow(step: Step, value: unknown): unknown[] {
  switch (step.is) {
    case 'field':
      return fieldOf(value, step.name);
    case 'index': {
      const at = step.index < 0 && Array.isArray(value) ? value.length + step.index : step.index;
      return Array.isArray(value) && at in value ? [value[at]] : [];
    }
    case 'range':
      if (!Array.isArray(value)) return [];
      return value.slice(step.from, step.to).filter((_item, i) => i % step.step === 0);
    case 'all':
      return childrenOf(value);
    case 'descend':
      return [value, ...childrenOf(value).flatMap((child) => follow(step, child))];
    case 'filter':
      return childrenOf(value).filter((item) => meets(readPath(step.path, item), step));
  }
}

function fieldOf(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return [];
  return [(value as Record<string, unknown>)[name]];
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function meets([found]: readonly unknown[], { operator, value }: Step & { is: 'filter' }): boolean {
  if (operator === '') return found !== undefined;
  if (found === undefined) return false;
  switch (operator) {
    case '==':
      return found === value;
    case '!=':
      return found !== value;
    default:
      return typeof found === typeof value || (isNumeric(found) && isNumeric(value))
        ? compares(found as number, operator, value as number)
        : false;
  }
}

function compares(left: number, operator: string, right: number): boolean {
  if (operator === '<') return left < right;
  if (operator === '>') return left > right;
  return operator === '<=' ? left <= right : left >= right;
}
