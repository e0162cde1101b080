/**
 * Names what is wrong with a text that is not JSON in the words of Go's `encoding/json`, which clients of Kubernetes know:
 * `invalid character 'n' looking for beginning of object key string`. The parser of the platform words it differently from
 * release to release.
 */
export function jsonSyntaxError(text: string): string {
  const scanner = new Scanner(text);
  try {
    scanner.value();
    scanner.end();
  } catch (error) {
    if (error instanceof SyntaxProblem) return error.message;
    throw error;
  }
  return 'invalid JSON text';
}

/** Ends the scan; never leaves this file. */
class SyntaxProblem extends Error {}

const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };

class Scanner {
  private at = 0;

  constructor(private readonly text: string) {}

  end(): void {
    this.space();
    if (this.at < this.text.length) this.fail('after top-level value');
  }

  value(): void {
    this.space();
    const first = this.peek();
    if (first === '{') this.object();
    else if (first === '[') this.list();
    else if (first === '"') this.string();
    else if (first === '-' || isDigit(first)) this.number();
    else if (Object.hasOwn(LITERALS, first)) this.literal(LITERALS[first]!);
    else this.fail('looking for beginning of value');
  }

  private object(): void {
    this.at++;
    this.space();
    if (this.peek() === '}') return void this.at++;
    for (;;) {
      this.space();
      if (this.peek() !== '"') this.fail('looking for beginning of object key string');
      this.string();
      this.space();
      if (this.peek() !== ':') this.fail('after object key');
      this.at++;
      this.value();
      this.space();
      if (this.peek() === '}') return void this.at++;
      if (this.peek() !== ',') this.fail('after object key:value pair');
      this.at++;
    }
  }

  private list(): void {
    this.at++;
    this.space();
    if (this.peek() === ']') return void this.at++;
    for (;;) {
      this.value();
      this.space();
      if (this.peek() === ']') return void this.at++;
      if (this.peek() !== ',') this.fail('after array element');
      this.at++;
    }
  }

  private string(): void {
    this.at++;
    for (;;) {
      const next = this.peek();
      if (next === '"') return void this.at++;
      if (next < ' ') this.fail('in string literal');
      this.at++;
      if (next === '\\') this.escape();
    }
  }

  private escape(): void {
    const next = this.peek();
    if (!'bfnrt\\/"u'.includes(next)) this.fail('in string escape code');
    this.at++;
    for (let i = 0; next === 'u' && i < 4; i++) {
      if (!/[\da-fA-F]/.test(this.peek())) this.fail('in \\u hexadecimal character escape');
      this.at++;
    }
  }

  private number(): void {
    if (this.peek() === '-') this.at++;
    if (!isDigit(this.peek())) this.fail('in numeric literal');
    if (this.peek() === '0') this.at++;
    else this.digits();
    if (this.text[this.at] === '.') {
      this.at++;
      if (!isDigit(this.peek())) this.fail('after decimal point in numeric literal');
      this.digits();
    }
    if (/[eE]/.test(this.text[this.at] ?? '')) {
      this.at++;
      if (/[+-]/.test(this.peek())) this.at++;
      if (!isDigit(this.peek())) this.fail('in exponent of numeric literal');
      this.digits();
    }
  }

  private digits(): void {
    while (isDigit(this.text[this.at] ?? '')) this.at++;
  }

  private literal(word: string): void {
    for (let i = 0; i < word.length; i++, this.at++) {
      if (this.peek() !== word[i]) this.fail(`in literal ${word} (expecting '${word[i]!}')`);
    }
  }

  private space(): void {
    while (/[ \t\r\n]/.test(this.text[this.at] ?? '')) this.at++;
  }

  /** The character at hand; a text that ends here ends too early. */
  private peek(): string {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) throw new SyntaxProblem('unexpected end of JSON input');
    return String.fromCodePoint(code);
  }

  private fail(where: string): never {
    throw new SyntaxProblem(`invalid character ${quoted(this.peek())} ${where}`);
  }
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** A character as Go quotes it (`quoteChar`). */
function quoted(character: string): string {
  if (character === "'") return `'\\''`;
  if (character === '"') return `'"'`;
  return `'${JSON.stringify(character).slice(1, -1)}'`;
}
