/** A message in the text format of Protobuf: fields in their order, names of extensions in brackets. */
export type Message = readonly (readonly [name: string, value: Value])[];
/** A message, the bytes of a text, or a word such as a number, `true` or the name of a constant. */
export type Value = Message | Uint8Array | string;

const TOKEN = /\s+|#[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}[\]:,<>;]|[^\s{}[\]:,<>;"'#]+/gsu;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '<': '>' };
const ESCAPE = /\\(?:[xX]([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|(.))/gsu;
const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** Returns the message in a file; throws for a file that is not in the text format. */
export function parseTextFormat(text: string): Message {
  const tokens = (text.match(TOKEN) ?? []).filter((token) => token.trim() !== '' && !token.startsWith('#'));
  return new Reader(tokens).message(undefined);
}

class Reader {
  private at = 0;

  constructor(private readonly tokens: readonly string[]) {}

  message(closing: string | undefined): Message {
    const fields: [string, Value][] = [];
    for (;;) {
      const token = this.tokens[this.at];
      if (token === closing) break;
      if (token === undefined) throw new Error(`the text ends before ${closing}`);
      if (token === ',' || token === ';') this.at++;
      else fields.push([this.name(), this.value()]);
    }
    this.at++;
    return fields;
  }

  private name(): string {
    if (this.tokens[this.at] !== '[') return this.tokens[this.at++]!;
    const end = this.tokens.indexOf(']', this.at);
    const name = this.tokens.slice(this.at, end).join('');
    this.at = end + 1;
    return name.slice(1);
  }

  private value(): Value {
    if (this.tokens[this.at] === ':') this.at++;
    const token = this.tokens[this.at]!;
    if (token in CLOSING) {
      this.at++;
      return this.message(CLOSING[token]);
    }
    if (!isText(token)) return this.tokens[this.at++]!;
    const parts: Uint8Array[] = [];
    // Texts that follow one another are one.
    for (; isText(this.tokens[this.at]); this.at++) parts.push(bytesOf(this.tokens[this.at]!));
    return Buffer.concat(parts);
  }
}

function isText(token: string | undefined): boolean {
  return token?.startsWith('"') === true || token?.startsWith("'") === true;
}

/** Returns the bytes of a text in quotes: `\x` and octal escapes are bytes, the others characters. */
function bytesOf(quoted: string): Uint8Array {
  const inner = quoted.slice(1, -1);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const match of inner.matchAll(ESCAPE)) {
    const [whole, hex, short, long, octal, letter] = match;
    parts.push(Buffer.from(inner.slice(from, match.index)));
    const code = short ?? long;
    if (hex !== undefined) parts.push(Buffer.of(parseInt(hex, 16)));
    else if (octal !== undefined) parts.push(Buffer.of(parseInt(octal, 8)));
    else
      parts.push(
        Buffer.from(code === undefined ? (LETTERS[letter!] ?? letter!) : String.fromCodePoint(parseInt(code, 16))),
      );
    from = match.index + whole.length;
  }
  return Buffer.concat([...parts, Buffer.from(inner.slice(from))]);
}
