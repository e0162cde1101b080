import { readWord, type Cursor } from './read-word';
import {
  ScriptError,
  type Branch,
  type Command,
  type ListItem,
  type Pipeline,
  type Redirect,
  type Script,
  type Word,
} from './syntax';

/** Longest script, in characters: longer scripts are programs, which the simulated shell does not interpret. */
const MAX_LENGTH = 64 * 1024;
const MAX_DEPTH = 50;
const CLOSING = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', '}', 'esac']);
const UNSUPPORTED = new Set(['case', 'function', 'select']);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/**
 * Reads a script of the shell: lists, pipelines, redirections, variables, `$(command)`, groups, `if`, `for`, `while`.
 * Throws {@link ScriptError} for everything else.
 */
export function parseScript(text: string): Script {
  if (text.length > MAX_LENGTH) throw new ScriptError('syntax error: the script is too long');
  const parser = new Parser({ text, at: 0 }, 0);
  const script = parser.list();
  parser.requireEnd();
  return script;
}

class Parser {
  constructor(
    private readonly cursor: Cursor,
    private readonly depth: number,
  ) {
    if (depth > MAX_DEPTH) throw new ScriptError('syntax error: nested too deep');
  }

  /** Items up to a word or a sign that closes something. */
  list(): Script {
    const items: ListItem[] = [];
    let joint: ';' | '&&' | '||' = ';';
    for (;;) {
      this.skipBlank(true);
      if (this.cursor.at >= this.cursor.text.length || this.peekSign(')') || CLOSING.has(this.peekPlain())) break;
      items.push({ joint, pipeline: this.pipeline() });
      joint = ';';
      this.skipBlank(false);
      if (this.peekSign('&') && !this.peekSign('&&')) items.push({ ...items.pop()!, isBackground: true });
      const next = this.joint();
      if (next === undefined) break;
      joint = next;
    }
    if (joint !== ';') this.unexpected();
    return items;
  }

  requireEnd(): void {
    this.skipBlank(true);
    if (!this.isAtEnd()) this.unexpected();
  }

  private isAtEnd(): boolean {
    return this.cursor.at >= this.cursor.text.length;
  }

  private joint(): ';' | '&&' | '||' | undefined {
    for (const sign of ['&&', '||'] as const) {
      if (this.takeSign(sign)) {
        this.skipBlank(true);
        if (this.isAtEnd()) throw new ScriptError('syntax error: unexpected end of file', true);
        return sign;
      }
    }
    if (this.takeSign(';') || this.takeSign('\n')) return ';';
    // A job in the background: here it is over before the next command begins.
    return this.takeSign('&') ? ';' : undefined;
  }

  private pipeline(): Pipeline {
    const isNegated = this.takePlain('!');
    const commands = [this.command()];
    for (this.skipBlank(false); !this.peekSign('||') && this.takeSign('|'); this.skipBlank(false)) {
      this.skipBlank(true);
      commands.push(this.command());
    }
    return { isNegated, commands };
  }

  private command(): Command {
    this.skipBlank(false);
    const word = this.peekPlain();
    if (this.takeSign('(')) {
      const body = this.inner().list();
      this.requireSign(')');
      return { is: 'group', body, isSubshell: true, redirects: this.redirects() };
    }
    if (UNSUPPORTED.has(word)) throw new ScriptError(`syntax error: "${word}" is not supported`);
    if (this.takePlain('{')) {
      const body = this.inner().list();
      this.requirePlain('}');
      return { is: 'group', body, isSubshell: false, redirects: this.redirects() };
    }
    if (this.takePlain('if')) return this.conditional();
    if (this.takePlain('while')) return this.loop(false);
    if (this.takePlain('until')) return this.loop(true);
    if (this.takePlain('for')) return this.forLoop();
    return this.simple();
  }

  private inner(): Parser {
    return new Parser(this.cursor, this.depth + 1);
  }

  private conditional(): Command {
    const branches: Branch[] = [];
    do {
      const test = this.inner().list();
      this.requirePlain('then');
      branches.push({ test, body: this.inner().list() });
    } while (this.takePlain('elif'));
    const otherwise = this.takePlain('else') ? this.inner().list() : [];
    this.requirePlain('fi');
    return { is: 'if', branches, otherwise };
  }

  private loop(isUntil: boolean): Command {
    const test = this.inner().list();
    return { is: 'while', test, body: this.body(), isUntil };
  }

  private body(): Script {
    this.requirePlain('do');
    const body = this.inner().list();
    this.requirePlain('done');
    return body;
  }

  private forLoop(): Command {
    this.skipBlank(false);
    const name = this.peekPlain();
    if (!this.takePlain(name) || !/^[A-Za-z_]\w*$/.test(name)) this.unexpected();
    this.requirePlain('in');
    const words: Word[] = [];
    for (;;) {
      this.skipBlank(false);
      const word = this.word();
      if (!word) break;
      words.push(word);
    }
    if (!this.takeSign(';') && !this.takeSign('\n')) this.unexpected();
    return { is: 'for', name, words, body: this.body() };
  }

  private simple(): Command {
    const assignments: (readonly [string, Word])[] = [];
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    for (;;) {
      this.skipBlank(false);
      const redirect = this.redirect();
      if (redirect) {
        redirects.push(redirect);
        continue;
      }
      const word = this.word();
      if (!word) break;
      const assignment = words.length === 0 ? assignmentIn(word) : undefined;
      if (assignment) assignments.push(assignment);
      else words.push(word);
    }
    if (assignments.length + words.length + redirects.length === 0) this.unexpected();
    return { is: 'simple', assignments, words, redirects };
  }

  private redirects(): Redirect[] {
    const redirects: Redirect[] = [];
    for (;;) {
      this.skipBlank(false);
      const redirect = this.redirect();
      if (!redirect) return redirects;
      redirects.push(redirect);
    }
  }

  private redirect(): Redirect | undefined {
    const { cursor } = this;
    const found = /^([012]?)(>&|>>|<<|>|<)/.exec(cursor.text.slice(cursor.at, cursor.at + 3));
    if (!found) return undefined;
    const [whole, digit = '', operator = ''] = found;
    if (operator === '<<') throw new ScriptError('syntax error: here documents are not supported');
    cursor.at += whole.length;
    this.skipBlank(false);
    const target = this.word();
    if (!target) return this.unexpected();
    const descriptor = digit === '' ? (operator === '<' ? 0 : 1) : (Number(digit) as 0 | 1 | 2);
    return { descriptor, operator: operator as Redirect['operator'], target };
  }

  private word(): Word | undefined {
    return readWord(this.cursor, (cursor) => {
      const nested = new Parser(cursor, this.depth + 1);
      const script = nested.list();
      nested.requireSign(')');
      return script;
    });
  }

  /** The word without quotes and variables that is next; empty if there is none. */
  private peekPlain(): string {
    return (
      /^[^\s;&|<>()'"\\$`]+(?=[\s;&|<>()]|$)/.exec(this.cursor.text.slice(this.cursor.at, this.cursor.at + 80))?.[0] ??
      ''
    );
  }

  private takePlain(word: string): boolean {
    this.skipBlank(false);
    if (word === '' || this.peekPlain() !== word) return false;
    this.cursor.at += word.length;
    return true;
  }

  private requirePlain(word: string): void {
    this.skipBlank(true);
    if (!this.takePlain(word)) this.unexpected();
  }

  private peekSign(sign: string): boolean {
    return this.cursor.text.startsWith(sign, this.cursor.at);
  }

  private takeSign(sign: string): boolean {
    if (!this.peekSign(sign)) return false;
    this.cursor.at += sign.length;
    return true;
  }

  private requireSign(sign: string): void {
    this.skipBlank(true);
    if (!this.takeSign(sign)) this.unexpected();
  }

  private skipBlank(linesToo: boolean): void {
    const { cursor } = this;
    for (;;) {
      const char = cursor.text[cursor.at];
      if (char === ' ' || char === '\t' || char === '\r' || (linesToo && (char === '\n' || char === ';'))) cursor.at++;
      else if (char === '\\' && cursor.text[cursor.at + 1] === '\n') cursor.at += 2;
      else if (char === '#') {
        const end = cursor.text.indexOf('\n', cursor.at);
        cursor.at = end < 0 ? cursor.text.length : end;
      } else return;
    }
  }

  private unexpected(): never {
    const { text, at } = this.cursor;
    if (at >= text.length) throw new ScriptError('syntax error: unexpected end of file', true);
    const rest = this.peekPlain() || text[at]!;
    throw new ScriptError(`syntax error: unexpected "${rest === '\n' ? 'newline' : rest}"`);
  }
}

function assignmentIn({ parts, isQuoted }: Word): readonly [string, Word] | undefined {
  const [first, ...rest] = parts;
  if (first?.is !== 'text') return undefined;
  const name = ASSIGNMENT.exec(first.text)?.[0];
  if (name === undefined) return undefined;
  const value = first.text.slice(name.length);
  const parts0 = value === '' ? rest : [{ is: 'text' as const, text: value }, ...rest];
  return [name.slice(0, -1), { parts: parts0, isQuoted }];
}
