import { TemplateFault } from './template-nodes';

/** A piece of a template text: copied text, or an action between braces. */
export type Piece = { readonly text: string } | { readonly action: string; readonly line: number };

const OPEN = '{{';
const CLOSE = '}}';

/** Cuts a template into text and actions; `{{-` and `-}}` take the white space beside them away, comments vanish. */
export function readActions(template: string): Piece[] {
  const pieces: Piece[] = [];
  let trimsNext = false;
  let at = 0;
  while (at <= template.length) {
    const open = template.indexOf(OPEN, at);
    const end = open < 0 ? template.length : open;
    let text = template.slice(at, end);
    if (trimsNext) text = text.trimStart();
    const trimsBefore = open >= 0 && /^-\s/.test(template.slice(open + 2, open + 4));
    if (trimsBefore) text = text.trimEnd();
    if (text !== '') pieces.push({ text });
    if (open < 0) break;
    const line = template.slice(0, open).split('\n').length;
    const start = open + 2 + (trimsBefore ? 1 : 0);
    const close = closeOf(template, start, line);
    let action = template.slice(start, close);
    trimsNext = /\s-$/.test(action);
    if (trimsNext) action = action.slice(0, -1);
    action = action.trim();
    if (!(action.startsWith('/*') && action.endsWith('*/'))) pieces.push({ action, line });
    at = close + 2;
  }
  return pieces;
}

/** Returns the end of an action: braces inside of texts and comments do not count. */
function closeOf(template: string, start: number, line: number): number {
  let quote: string | undefined;
  const isComment = /^\s*\/\*/.test(template.slice(start, start + 20));
  for (let i = start; i < template.length; i++) {
    const char = template[i]!;
    if (isComment) {
      if (template.startsWith('*/', i)) return closeAfter(template, i + 2, line);
    } else if (quote !== undefined) {
      if (char === '\\' && quote !== '`') i++;
      else if (char === quote) quote = undefined;
    } else if (char === '"' || char === '`' || char === "'") quote = char;
    else if (template.startsWith(CLOSE, i)) return i;
  }
  throw new TemplateFault(`line ${line}: an action is not closed by }}`);
}

function closeAfter(template: string, at: number, line: number): number {
  const close = template.indexOf(CLOSE, at);
  if (close < 0) throw new TemplateFault(`line ${line}: a comment is not closed by }}`);
  return close;
}

/** A word of an action. */
export type Token =
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'field' | 'variable' | 'word' | 'sign'; readonly text: string; readonly isAttached: boolean };

const NUMBER = /^[+-]?(0[xX][0-9a-fA-F]+|[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?)/;
const PATTERNS = [
  ['field', /^\.[A-Za-z_][A-Za-z0-9_]*/],
  ['variable', /^\$[A-Za-z0-9_]*/],
  ['word', /^[A-Za-z_][A-Za-z0-9_]*/],
  ['sign', /^(:=|[=|(),.])/],
] as const;

/** The words of an action. */
export function readTokens(action: string, line: number): Token[] {
  const tokens: Token[] = [];
  let rest = action;
  let isAttached = false;
  const take = (length: number): string => {
    const taken = rest.slice(0, length);
    rest = rest.slice(length);
    return taken;
  };
  while (rest !== '') {
    const space = /^\s+/.exec(rest);
    if (space) {
      take(space[0].length);
      isAttached = false;
      continue;
    }
    const text = /^("(?:[^"\\]|\\.)*"|`[^`]*`)/.exec(rest);
    const number = NUMBER.exec(rest);
    if (text) tokens.push({ kind: 'literal', value: textOf(take(text[0].length), line) });
    else if (number) tokens.push({ kind: 'literal', value: Number(take(number[0].length)) });
    else {
      const found = PATTERNS.map(([kind, pattern]) => ({ kind, match: pattern.exec(rest) })).find(({ match }) => match);
      if (!found?.match)
        throw new TemplateFault(`line ${line}: unexpected ${JSON.stringify(rest[0])} in {{ ${action} }}`);
      tokens.push({ kind: found.kind, text: take(found.match[0].length), isAttached });
    }
    isAttached = true;
  }
  return tokens;
}

function textOf(literal: string, line: number): string {
  if (literal.startsWith('`')) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    throw new TemplateFault(`line ${line}: ${literal} is not a text`);
  }
}
