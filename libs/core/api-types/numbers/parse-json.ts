import { exactNumber, mayLoseDigits } from './exact-numbers';

const QUOTE = 34;
const BACKSLASH = 92;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;

/**
 * `JSON.parse`, but whole numbers that would lose digits are bigints (`exactInteger`). Throws SyntaxError. A text without
 * 16 digits in a row, that is nearly all, is read by `JSON.parse` alone.
 */
export function parseJson(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  if (!mayLoseDigits(text)) return value;
  const marked = markInexact(text);
  return marked === undefined ? value : (JSON.parse(marked, readMark) as unknown);
}

/**
 * Returns a JSON text in which numbers that would lose digits are strings, `"#n9007199254740993"`; strings that could be
 * confused with one begin with `#s`. Undefined if there are none such. Field names stay as they are.
 */
function markInexact(text: string): string | undefined {
  const parts: string[] = [];
  let isInexact = false;
  let copied = 0;
  const replace = (start: number, end: number, by: string): void => {
    parts.push(text.slice(copied, start), by);
    copied = end;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      const first = text[at + 1];
      if ((first === '#' || first === '\\') && !isFieldName(text, end + 1)) replace(at, at + 1, '"#s');
      at = end;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, at);
      const number = exactNumber(Number(text.slice(at, end)), text.slice(at, end));
      if (typeof number === 'bigint') {
        isInexact = true;
        replace(at, end, `"#n${number}"`);
      }
      at = end - 1;
    }
  }
  return isInexact ? parts.join('') + text.slice(copied) : undefined;
}

function readMark(_name: string, value: unknown): unknown {
  if (typeof value !== 'string' || value[0] !== '#') return value;
  return value[1] === 'n' ? BigInt(value.slice(2)) : value.slice(2);
}

/** The place of the quote that ends a string. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) !== QUOTE) end += text.charCodeAt(end) === BACKSLASH ? 2 : 1;
  return end;
}

const IN_NUMBER = new Set('0123456789+-.eE');

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (IN_NUMBER.has(text[end]!)) end++;
  return end;
}

function isFieldName(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++;
  return text[at] === ':';
}

/** The first number that parsers left a bigint, with the names and indexes down to it; undefined if there is none. */
export function findInexact(
  value: unknown,
  path: readonly string[] = [],
): { readonly path: readonly string[]; readonly value: bigint } | undefined {
  if (typeof value === 'bigint') return { path, value };
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = findInexact(part, [...path, name]);
    if (found) return found;
  }
  return undefined;
}
