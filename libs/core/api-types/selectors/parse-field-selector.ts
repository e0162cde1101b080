/** One condition of a field selector; a selector is their conjunction. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** The outcome of {@link parseFieldSelector}. */
export type FieldSelectorVerdict =
  | { readonly ok: true; readonly requirements: readonly FieldRequirement[] }
  | { readonly ok: false; readonly error: string };

/**
 * Reads a field selector's text: `path=value`, `==` or `!=`, joined by commas; a backslash escapes `\`, `,` and `=` in
 * values. Grammar and error texts as in apimachinery `pkg/fields/selector.go`.
 */
export function parseFieldSelector(text: string): FieldSelectorVerdict {
  const requirements: FieldRequirement[] = [];
  for (const part of splitTerms(text).sort()) {
    if (part === '') continue;
    const term = splitTerm(part);
    if (!term) return { ok: false, error: `invalid selector: '${text}'; can't understand '${part}'` };
    const value = unescapeValue(term.value);
    if (typeof value !== 'string') return { ok: false, error: value.error };
    requirements.push({ field: term.field, operator: term.operator, value });
  }
  return { ok: true, requirements };
}

/** Prints requirements so that they can be parsed again. */
export function formatFieldRequirements(requirements: readonly FieldRequirement[]): string {
  return requirements
    .map(({ field, operator, value }) => `${field}${operator}${value.replace(/[\\,=]/g, '\\$&')}`)
    .join(',');
}

function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

function splitTerm(term: string): FieldRequirement | undefined {
  const match = /!=|==?/.exec(term);
  if (!match) return undefined;
  const [sign] = match;
  const value = term.slice(match.index + sign.length);
  return { field: term.slice(0, match.index), operator: sign === '!=' ? '!=' : '=', value };
}

function unescapeValue(text: string): string | { error: string } {
  if (!/[\\,=]/.test(text)) return text;
  let value = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\\') {
      const escaped = text[++at] ?? '';
      if (!/^[\\,=]$/.test(escaped)) return { error: `invalid field selector: invalid escape sequence: \\${escaped}` };
      value += escaped;
    } else if (character === ',' || character === '=') {
      return { error: `invalid field selector: unescaped character in value: ${character.charCodeAt(0)}` };
    } else {
      value += character;
    }
  }
  return value;
}
