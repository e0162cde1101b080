import { readActions, readTokens, type Piece, type Token } from './read-actions';
import { TemplateFault, type Command, type Operand, type Pipeline, type TemplateNode } from './template-nodes';

/** Templates inside templates are a language of their own that stages do not need. */
const UNSUPPORTED = new Set(['define', 'template', 'block']);
const CONSTANTS: Readonly<Record<string, unknown>> = { true: true, false: false, nil: null };
const DEEPEST = 100;

/**
 * Reads a template with the syntax of Go's `text/template`. Throws a {@link TemplateFault} for an invalid template, for
 * functions that are not in `functions`, and for `define`, `template` and `block`.
 */
export function readTemplate(text: string, functions: ReadonlySet<string>): TemplateNode[] {
  const reader = new TemplateReader(readActions(text.trim()), functions);
  return reader.readAll();
}

type Ending = { readonly word: 'end' | 'else' | 'eof'; readonly rest: TokenReader };

class TemplateReader {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly pieces: readonly Piece[],
    private readonly functions: ReadonlySet<string>,
  ) {}

  readAll(): TemplateNode[] {
    const { nodes, ending } = this.readList();
    if (ending.word !== 'eof') throw ending.rest.fault(`unexpected {{ ${ending.word} }}`);
    return nodes;
  }

  private readList(): { nodes: TemplateNode[]; ending: Ending } {
    if (++this.depth > DEEPEST) throw new TemplateFault('blocks are nested too deep');
    const nodes: TemplateNode[] = [];
    for (;;) {
      const piece = this.pieces[this.at++];
      if (!piece) {
        this.depth--;
        return { nodes, ending: { word: 'eof', rest: new TokenReader([], 0, this.functions) } };
      }
      if ('text' in piece) {
        nodes.push({ kind: 'text', text: piece.text });
        continue;
      }
      const tokens = new TokenReader(readTokens(piece.action, piece.line), piece.line, this.functions);
      const word = tokens.peekWord();
      if (word === 'end' || word === 'else') {
        tokens.next();
        this.depth--;
        return { nodes, ending: { word, rest: tokens } };
      }
      nodes.push(this.readAction(word, tokens));
    }
  }

  private readAction(word: string | undefined, tokens: TokenReader): TemplateNode {
    if (word !== undefined && UNSUPPORTED.has(word)) throw tokens.fault(`{{ ${word} }} cannot be used in a stage`);
    if (word === 'if' || word === 'with' || word === 'range') {
      tokens.next();
      return this.readBlock(word, tokens);
    }
    if (word === 'break' || word === 'continue') {
      tokens.next();
      tokens.end();
      return { kind: word };
    }
    const set = tokens.readSetting();
    const pipeline = tokens.readPipeline();
    tokens.end();
    return set ? { kind: 'set', ...set, pipeline } : { kind: 'print', pipeline };
  }

  private readBlock(kind: 'if' | 'with' | 'range', tokens: TokenReader): TemplateNode {
    const names = kind === 'range' ? tokens.readRangeNames() : tokens.readSetting();
    const pipeline = tokens.readPipeline();
    tokens.end();
    const { nodes: body, ending } = this.readList();
    const otherwise = this.readOtherwise(ending, tokens);
    if (kind !== 'range') {
      const name = names && 'name' in names ? { name: names.name } : {};
      return { kind, ...name, pipeline, body, otherwise };
    }
    return { kind, ...(names && 'valueName' in names ? names : {}), pipeline, body, otherwise };
  }

  private readOtherwise(ending: Ending, tokens: TokenReader): TemplateNode[] {
    if (ending.word === 'eof') throw tokens.fault('a block is not closed by {{ end }}');
    if (ending.word === 'end') {
      ending.rest.end();
      return [];
    }
    const word = ending.rest.peekWord();
    if (word === 'if' || word === 'with') {
      ending.rest.next();
      return [this.readBlock(word, ending.rest)];
    }
    ending.rest.end();
    const { nodes, ending: last } = this.readList();
    if (last.word !== 'end') throw tokens.fault('a block is not closed by {{ end }}');
    last.rest.end();
    return nodes;
  }
}

class TokenReader {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly line: number,
    private readonly functions: ReadonlySet<string>,
  ) {}

  fault(message: string): TemplateFault {
    return new TemplateFault(this.line > 0 ? `line ${this.line}: ${message}` : message);
  }

  next(): Token | undefined {
    return this.tokens[this.at++];
  }

  end(): void {
    const token = this.tokens[this.at];
    if (token) throw this.fault(`unexpected ${shown(token)}`);
  }

  peekWord(): string | undefined {
    const token = this.tokens[this.at];
    return token?.kind === 'word' ? token.text : undefined;
  }

  /** `$name :=` or `$name =` at the beginning. */
  readSetting(): { name: string; isNew: boolean } | undefined {
    const [variable, sign] = [this.tokens[this.at], this.tokens[this.at + 1]];
    if (variable?.kind !== 'variable' || sign?.kind !== 'sign' || !(sign.text === ':=' || sign.text === '=')) {
      return undefined;
    }
    this.at += 2;
    return { name: variable.text, isNew: sign.text === ':=' };
  }

  /** `$value :=` or `$key, $value :=`. */
  readRangeNames(): { keyName?: string; valueName: string } | undefined {
    const one = this.readSetting();
    if (one) return { valueName: one.name };
    const [key, comma, value, sign] = this.tokens.slice(this.at, this.at + 4);
    if (key?.kind !== 'variable' || value?.kind !== 'variable' || !isSign(comma, ',') || !isSign(sign, ':=')) {
      return undefined;
    }
    this.at += 4;
    return { keyName: key.text, valueName: value.text };
  }

  readPipeline(depth = 0): Pipeline {
    if (depth > DEEPEST) throw this.fault('parentheses are nested too deep');
    const commands: Command[] = [this.readCommand(depth)];
    while (isSign(this.tokens[this.at], '|')) {
      this.at++;
      const command = this.readCommand(depth);
      if (command.call === undefined) throw this.fault('only a function can stand behind |');
      commands.push(command);
    }
    return commands;
  }

  private readCommand(depth: number): Command {
    const operands: Operand[] = [];
    for (
      let token = this.tokens[this.at];
      token && !isSign(token, '|') && !isSign(token, ')');
      token = this.tokens[this.at]
    ) {
      operands.push(this.readOperand(depth));
    }
    const [first, ...rest] = operands;
    if (!first) throw this.fault('a value is missing');
    if (first.kind === 'call') return { call: first.name, operands: rest };
    if (rest.length > 0) throw this.fault('only a function can be called');
    return { operands };
  }

  private readOperand(depth: number): Operand {
    const token = this.next()!;
    if (token.kind === 'literal') return token;
    if (token.kind === 'variable') {
      return { kind: 'path', from: { variable: token.text }, fields: this.readFields() };
    }
    if (token.kind === 'field')
      return { kind: 'path', from: 'dot', fields: [token.text.slice(1), ...this.readFields()] };
    if (token.kind === 'word') return this.wordOperand(token.text);
    if (token.text === '.') return { kind: 'path', from: 'dot', fields: [] };
    if (token.text !== '(') throw this.fault(`unexpected ${shown(token)}`);
    const pipeline = this.readPipeline(depth + 1);
    if (!isSign(this.next(), ')')) throw this.fault('a parenthesis is not closed');
    return { kind: 'nested', pipeline, fields: this.readFields() };
  }

  private wordOperand(text: string): Operand {
    if (Object.hasOwn(CONSTANTS, text)) return { kind: 'literal', value: CONSTANTS[text] };
    if (!this.functions.has(text)) throw this.fault(`there is no function ${text}`);
    return { kind: 'call', name: text };
  }

  private readFields(): string[] {
    const fields: string[] = [];
    for (let token = this.tokens[this.at]; token?.kind === 'field' && token.isAttached; token = this.tokens[this.at]) {
      fields.push(token.text.slice(1));
      this.at++;
    }
    return fields;
  }
}

function isSign(token: Token | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text;
}

function shown(token: Token): string {
  return JSON.stringify(token.kind === 'literal' ? token.value : token.text);
}
