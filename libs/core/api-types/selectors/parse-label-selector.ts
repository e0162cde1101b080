import { LabelOperator, requirementError, type LabelRequirement } from './label-requirement';
import { FORMER_WORDS, type SelectorWords } from './selector-words';
import { TokenKind, tokenize, type Token } from './label-selector-lexer';

/** The outcome of {@link parseLabelSelector}. */
export type LabelSelectorVerdict =
  | { readonly ok: true; readonly requirements: readonly LabelRequirement[] }
  | { readonly ok: false; readonly error: string };

/**
 * Reads a selector's text: `k=v`, `k==v`, `k!=v`, `k in (a,b)`, `k notin (a,b)`, `k`, `!k`, `k>n`, `k<n`, joined by
 * commas. Grammar and error texts as in apimachinery `pkg/labels/selector.go`; the API answers them with 400.
 */
export function parseLabelSelector(text: string, words: SelectorWords = FORMER_WORDS): LabelSelectorVerdict {
  try {
    return { ok: true, requirements: new SelectorParser(tokenize(text), words).parse() };
  } catch (error) {
    if (error instanceof SyntaxProblem) return { ok: false, error: error.message };
    throw error;
  }
}

/** Unwinds the recursive descent; never leaves this file. */
class SyntaxProblem extends Error {}

const OPERATORS: Readonly<Record<string, LabelOperator>> = {
  '=': LabelOperator.Equals,
  '==': LabelOperator.DoubleEquals,
  '!=': LabelOperator.NotEquals,
  in: LabelOperator.In,
  notin: LabelOperator.NotIn,
  '>': LabelOperator.GreaterThan,
  '<': LabelOperator.LessThan,
};

class SelectorParser {
  private position = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly words: SelectorWords,
  ) {}

  parse(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    if (this.peek().kind === TokenKind.End) return requirements;
    if (!this.startsRequirement()) {
      throw new SyntaxProblem(`found '${this.peek().text}', expected: !, identifier, or 'end of string'`);
    }
    for (;;) {
      requirements.push(this.requirement());
      const next = this.take();
      if (next.kind === TokenKind.End) return requirements;
      if (next.text !== ',') throw new SyntaxProblem(`found '${next.text}', expected: ',' or 'end of string'`);
      if (!this.startsRequirement()) {
        throw new SyntaxProblem(`found '${this.peek().text}', expected: identifier after ','`);
      }
    }
  }

  private requirement(): LabelRequirement {
    const negated = this.peek().text === '!';
    if (negated) this.take();
    const key = this.take();
    if (key.kind !== TokenKind.Identifier) fail(`found '${key.text}', expected: identifier`);
    const keyError = this.words.key(key.text);
    if (keyError) fail(keyError);
    if (negated) return { key: key.text, operator: LabelOperator.DoesNotExist, values: [] };
    const next = this.peek();
    if (next.kind === TokenKind.End || next.text === ',') {
      return { key: key.text, operator: LabelOperator.Exists, values: [] };
    }
    return this.comparison(key.text);
  }

  private comparison(key: string): LabelRequirement {
    const token = this.take();
    const operator = Object.hasOwn(OPERATORS, token.text) ? OPERATORS[token.text] : undefined;
    if (operator === undefined) fail(`found '${token.text}', expected: ${this.words.operators}`);
    const isSet = operator === LabelOperator.In || operator === LabelOperator.NotIn;
    const values = isSet ? this.valueSet() : [this.exactValue()];
    const problem = requirementError({ key, operator, values }, this.words);
    if (problem) fail(problem);
    return { key, operator, values };
  }

  private exactValue(): string {
    const next = this.peek();
    if (next.kind === TokenKind.End || next.text === ',') return '';
    this.take();
    if (next.kind !== TokenKind.Identifier) fail(`found '${next.text}', expected: identifier`);
    return next.text;
  }

  private valueSet(): string[] {
    const open = this.take();
    if (open.text !== '(') fail(`found '${open.text}' expected: '('`);
    const first = this.peek();
    if (first.text === ')') {
      this.take();
      return [''];
    }
    if (first.kind !== TokenKind.Identifier && first.text !== ',') {
      fail(`found '${first.text}', expected: ',', ')' or identifier`);
    }
    const values = new Set<string>();
    while (!this.isLastItem(values));
    this.take();
    return [...values].sort();
  }

  /**
   * Reads an identifier or a comma of a list; true if the list ends behind it. A comma may stand for an empty value:
   * `()`, `(,)`, `(a,)` and `(a,,b)` all hold one. After two commas another item must follow: `(,,)` is an error.
   */
  private isLastItem(values: Set<string>): boolean {
    const token = this.take();
    const next = this.peek().text;
    if (token.kind === TokenKind.Identifier) {
      values.add(token.text);
      if (next !== ',' && next !== ')') fail(`found '${next}', expected: ',' or ')'`);
      return next === ')';
    }
    if (token.text !== ',') fail(`found '${token.text}', expected: ',', or identifier`);
    if (values.size === 0 || next === ')') values.add('');
    if (next !== ',') return next === ')';
    this.take();
    values.add('');
    return false;
  }

  private startsRequirement(): boolean {
    const token = this.peek();
    return token.kind === TokenKind.Identifier || token.text === '!';
  }

  private peek(): Token {
    return this.tokens[this.position]!;
  }

  private take(): Token {
    const token = this.peek();
    if (token.kind !== TokenKind.End) this.position++;
    return token;
  }
}

function fail(problem: string): never {
  throw new SyntaxProblem(`unable to parse requirement: ${problem}`);
}
