import { ScriptError, type Script, type Word, type WordPart } from './syntax';

/** A place in a text that is read from left to right. */
export interface Cursor {
  readonly text: string;
  at: number;
}

/** Reads a script up to an unquoted `)`; the cursor is left behind it. */
export type ReadNested = (cursor: Cursor) => Script;

const ENDS = new Set(' \t\n;&|<>()');
const SPECIAL_NAMES = new Set('?$#@*!-0123456789');

/** Reads a word; undefined if none begins here. */
export function readWord(cursor: Cursor, nested: ReadNested): Word | undefined {
  const reader = new WordReader(cursor, nested);
  return reader.word();
}

function isNamePart(char: string | undefined): boolean {
  return char !== undefined && /\w/.test(char);
}

class WordReader {
  private readonly parts: WordPart[] = [];
  private text = '';
  private isQuoted = false;

  constructor(
    private readonly cursor: Cursor,
    private readonly nested: ReadNested,
  ) {}

  word(): Word | undefined {
    const { cursor } = this;
    const start = cursor.at;
    while (cursor.at < cursor.text.length) {
      const char = cursor.text[cursor.at]!;
      if (ENDS.has(char)) break;
      cursor.at++;
      if (char === "'") this.text += this.upTo("'");
      else if (char === '"') this.doubleQuoted();
      else if (char === '\\') this.escaped();
      else if (char === '$') this.dollar(false);
      else if (char === '`') this.backquoted(false);
      else this.text += char;
      if (char === "'" || char === '"') this.isQuoted = true;
    }
    this.flush();
    return cursor.at === start ? undefined : { parts: this.parts, isQuoted: this.isQuoted };
  }

  private flush(): void {
    if (this.text !== '') this.parts.push({ is: 'text', text: this.text });
    this.text = '';
  }

  private upTo(end: string): string {
    const { cursor } = this;
    const stop = cursor.text.indexOf(end, cursor.at);
    if (stop < 0) throw new ScriptError('syntax error: unterminated quoted string', true);
    const found = cursor.text.slice(cursor.at, stop);
    cursor.at = stop + 1;
    return found;
  }

  private escaped(): void {
    const next = this.cursor.text[this.cursor.at++];
    if (next === undefined) throw new ScriptError('syntax error: unexpected end of file', true);
    if (next !== '\n') this.text += next;
  }

  private doubleQuoted(): void {
    const { cursor } = this;
    for (;;) {
      const char = cursor.text[cursor.at++];
      if (char === undefined) throw new ScriptError('syntax error: unterminated quoted string', true);
      if (char === '"') return;
      if (char === '\\') {
        const next = cursor.text[cursor.at++] ?? '';
        this.text += '"\\$`'.includes(next) ? next : next === '\n' ? '' : char + next;
      } else if (char === '$') this.dollar(true);
      else if (char === '`') this.backquoted(true);
      else this.text += char;
    }
  }

  /** The same as `$(…)`, in which a backslash keeps `$`, `` ` `` and itself. */
  private backquoted(isQuoted: boolean): void {
    const { cursor } = this;
    let inner = '';
    for (;;) {
      const char = cursor.text[cursor.at++];
      if (char === undefined) throw new ScriptError('syntax error: unterminated quoted string', true);
      if (char === '`') break;
      const next = cursor.text[cursor.at];
      const isKept = char === '\\' && next !== undefined && '$`\\'.includes(next);
      inner += isKept ? next : char;
      if (isKept) cursor.at++;
    }
    this.flush();
    this.parts.push({ is: 'output', script: this.nested({ text: `${inner}\n)`, at: 0 }), isQuoted });
  }

  private dollar(isQuoted: boolean): void {
    const { cursor } = this;
    const { text } = cursor;
    const next = text[cursor.at];
    if (next === '(') {
      if (text[cursor.at + 1] === '(') throw new ScriptError('syntax error: arithmetic is not supported');
      cursor.at++;
      this.flush();
      this.parts.push({ is: 'output', script: this.nested(cursor), isQuoted });
    } else if (next === '{') {
      cursor.at++;
      this.flush();
      this.parts.push(this.braced(isQuoted));
    } else if (next !== undefined && SPECIAL_NAMES.has(next)) {
      cursor.at++;
      this.flush();
      this.parts.push({ is: 'variable', name: next, isQuoted });
    } else if (isNamePart(next)) {
      this.flush();
      this.parts.push({ is: 'variable', name: this.name(), isQuoted });
    } else this.text += '$';
  }

  private name(): string {
    const { cursor } = this;
    const start = cursor.at;
    while (isNamePart(cursor.text[cursor.at])) cursor.at++;
    return cursor.text.slice(start, cursor.at);
  }

  private braced(isQuoted: boolean): WordPart {
    const { cursor } = this;
    const special = cursor.text[cursor.at];
    const name = special !== undefined && SPECIAL_NAMES.has(special) ? cursor.text[cursor.at++]! : this.name();
    const rest = this.upTo('}');
    if (name === '' || (rest !== '' && !rest.startsWith(':-') && !rest.startsWith('-'))) {
      throw new ScriptError('syntax error: bad substitution');
    }
    if (rest === '') return { is: 'variable', name, isQuoted };
    const fallback: Word = {
      parts: [{ is: 'text', text: rest.slice(rest.startsWith(':') ? 2 : 1) }],
      isQuoted: true,
    };
    return { is: 'variable', name, fallback, isQuoted };
  }
}
