import { ExpressionFault, type Expression } from './expression-nodes';

type Token = { readonly kind: 'literal' | 'name' | 'sign' | 'end'; readonly text: string; readonly at: number };

const TOKEN =
  /\s*(?:(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<number>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<sign>&&|\|\||==|!=|<=|>=|[-+*/%<>!?:()[\].,]))/y;
/** Operators from the lowest to the highest precedence. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '<', '<=', '>', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];
const DEEPEST = 50;

/** Reads an expression in the syntax of CEL. Throws an {@link ExpressionFault} for anything else. */
export function readExpression(text: string): Expression {
  const reader = new Reader(tokensOf(text));
  const expression = reader.choice();
  reader.expectEnd();
  return expression;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  const { length } = text.trimEnd();
  for (let at = 0; at < length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const groups = pattern.exec(text)?.groups;
    if (!groups) {
      const rest = text.slice(at).trimStart();
      throw new ExpressionFault(`unexpected ${JSON.stringify(rest[0])} at ${text.length - rest.length + 1}`);
    }
    const literal = groups['text'] ?? groups['number'];
    if (literal !== undefined) tokens.push({ kind: 'literal', text: literal, at });
    else if (groups['name'] !== undefined) tokens.push({ kind: 'name', text: groups['name'], at });
    else tokens.push({ kind: 'sign', text: groups['sign']!, at });
  }
  tokens.push({ kind: 'end', text: 'the end', at: text.length });
  return tokens;
}

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  choice(): Expression {
    if (++this.depth > DEEPEST) throw new ExpressionFault('it is nested too deep');
    const when = this.binary(0);
    let expression = when;
    if (this.takes('?')) {
      const then = this.choice();
      this.expect(':');
      expression = { kind: 'choice', when, then, otherwise: this.choice() };
    }
    this.depth--;
    return expression;
  }

  expectEnd(): void {
    if (this.next.kind !== 'end') throw this.unexpected();
  }

  private get next(): Token {
    return this.tokens[this.at]!;
  }

  private takes(text: string): boolean {
    const { kind, text: found } = this.next;
    if (kind === 'literal' || found !== text) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (!this.takes(text)) throw new ExpressionFault(`${text} is missing before ${this.next.text}`);
  }

  private unexpected(): ExpressionFault {
    return new ExpressionFault(`unexpected ${this.next.text}`);
  }

  private binary(level: number): Expression {
    const signs = LEVELS[level];
    if (!signs) return this.unary();
    let left = this.binary(level + 1);
    for (;;) {
      const sign = signs.find((each) => this.takes(each));
      if (sign === undefined) return left;
      left = { kind: 'binary', sign, left, right: this.binary(level + 1) };
    }
  }

  private unary(): Expression {
    if (++this.depth > DEEPEST) throw new ExpressionFault('it is nested too deep');
    const kind = this.takes('!') ? 'not' : this.takes('-') ? 'minus' : undefined;
    const expression: Expression = kind ? { kind, of: this.unary() } : this.postfix();
    this.depth--;
    return expression;
  }

  private postfix(): Expression {
    let expression = this.primary();
    for (;;) {
      if (this.takes('.')) {
        const site = this.at;
        const name = this.name();
        // A function can be called as a method of its first argument.
        if (this.takes('(')) expression = { kind: 'call', name, values: [expression, ...this.values()], site };
        else expression = { kind: 'field', of: expression, name };
      } else if (this.takes('[')) {
        expression = { kind: 'index', of: expression, at: this.choice() };
        this.expect(']');
      } else return expression;
    }
  }

  private primary(): Expression {
    const { kind, text } = this.next;
    if (kind === 'literal') {
      this.at++;
      return { kind: 'literal', value: /^["']/.test(text) ? unquoted(text) : Number(text) };
    }
    if (kind === 'name') {
      const site = this.at++;
      if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true' };
      return this.takes('(') ? { kind: 'call', name: text, values: this.values(), site } : { kind: 'name', name: text };
    }
    if (!this.takes('(')) throw this.unexpected();
    const inner = this.choice();
    this.expect(')');
    return inner;
  }

  private name(): string {
    const { kind, text } = this.next;
    if (kind !== 'name') throw this.unexpected();
    this.at++;
    return text;
  }

  private values(): Expression[] {
    const values: Expression[] = [];
    if (this.takes(')')) return values;
    do values.push(this.choice());
    while (this.takes(','));
    this.expect(')');
    return values;
  }
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char));
}
