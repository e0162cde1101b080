import { invalidField, type FieldError } from '../errors/field-error';

/** NUL, and half of a pair of UTF-16 units without the other: neither goes through Postgres, the latter not even UTF-8. */
const UNSTORABLE = /[\0\ud800-\udfff]/u;

/**
 * Returns why a text cannot be stored; undefined if it can. Upstream stores NUL, and its decoder writes U+FFFD for a lone
 * surrogate: a client would read another text than it sent.
 */
export function storableTextProblem(text: string): string | undefined {
  const found = UNSTORABLE.exec(text);
  if (!found) return undefined;
  if (found[0] === '\0') return 'must not contain the character NUL (U+0000)';
  const code = found[0].charCodeAt(0).toString(16).toUpperCase();
  return `must be valid Unicode: contains the surrogate U+${code} without its other half`;
}

/** The texts and keys in a value made of JSON that cannot be stored; fields are named from `field` on. */
export function unstorableTexts(value: unknown, field = ''): FieldError[] {
  const errors: FieldError[] = [];
  const check = (text: string, place: string): void => {
    const problem = storableTextProblem(text);
    if (problem !== undefined) errors.push(invalidField(place, text, problem));
  };
  // A list instead of recursion: the value may be nested to any depth.
  const open: (readonly [string, unknown])[] = [[field, value]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [place, part] = next;
    if (typeof part === 'string') check(part, place);
    if (typeof part !== 'object' || part === null) continue;
    for (const [key, member] of Object.entries(part)) {
      if (!Array.isArray(part)) check(key, place);
      open.push([Array.isArray(part) ? `${place}[${key}]` : `${place === '' ? '' : `${place}.`}${key}`, member]);
    }
  }
  return errors;
}
