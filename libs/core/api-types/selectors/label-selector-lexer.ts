/** The kinds of token of a selector's text. */
export const TokenKind = {
  Identifier: 'identifier',
  Symbol: 'symbol',
  End: 'end',
} as const;
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

/** One token; the text of the end is empty. `in` and `notin` are identifiers, the parser knows where they are operators. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const SYMBOLS: ReadonlySet<string> = new Set([')', ',', '!', '==', '=', '>', '<', '!=', '(']);
const SPECIAL = /[=!(),<>]/;
const SPACE = /[ \t\r\n]/;

/** Cuts a selector's text into tokens; symbols are as long as possible. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (SPACE.test(text[at]!)) {
      at++;
      continue;
    }
    const end = SPECIAL.test(text[at]!) ? endOfSymbol(text, at) : endOfIdentifier(text, at);
    const kind = SPECIAL.test(text[at]!) ? TokenKind.Symbol : TokenKind.Identifier;
    tokens.push({ kind, text: text.slice(at, end) });
    at = end;
  }
  tokens.push({ kind: TokenKind.End, text: '' });
  return tokens;
}

function endOfSymbol(text: string, start: number): number {
  return SYMBOLS.has(text.slice(start, start + 2)) && start + 2 <= text.length ? start + 2 : start + 1;
}

function endOfIdentifier(text: string, start: number): number {
  let end = start;
  while (end < text.length && !SPECIAL.test(text[end]!) && !SPACE.test(text[end]!)) end++;
  return end;
}
