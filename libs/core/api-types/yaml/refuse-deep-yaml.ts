import { CST, Lexer } from 'yaml';

/** Deeper nesting than any object has; JSON bodies end at the same depth. */
export const MAX_YAML_DEPTH = 500;

/** A text is nested too deep to be parsed. */
export class YamlDepthError extends Error {
  constructor() {
    super('exceeded max depth');
    this.name = 'YamlDepthError';
  }
}

/**
 * Throws {@link YamlDepthError} for text that is nested too deep. To be asked before the text is parsed: the parser
 * calls itself for every level, and where the stack ends in a regular expression that V8 has still to compile, V8 ends
 * the process instead of throwing. The lexer does not call itself, and is stopped where it gets too deep.
 */
export function refuseDeepYaml(text: string): void {
  const depth = new YamlDepth();
  for (const lexeme of new Lexer().lex(text)) {
    if (depth.after(lexeme) > MAX_YAML_DEPTH) throw new YamlDepthError();
  }
}

/** Tracks the nesting of a text, lexeme by lexeme: an upper bound from open brackets and the columns where blocks began. */
class YamlDepth {
  private brackets = 0;
  private column = 0;
  /** Columns of the blocks that are open, increasing. */
  private readonly blocks: number[] = [];
  private isInScalar = false;

  after(lexeme: string): number {
    const type = CST.tokenType(lexeme);
    // A plain scalar is announced by a mark; what it says may look like anything.
    if (this.isInScalar) this.isInScalar = false;
    else if (type !== null) this.count(type);
    if (type === null || !TAKES_NO_ROOM.has(type)) this.move(lexeme);
    return this.brackets + this.blocks.length;
  }

  private count(type: TokenType): void {
    if (type === 'scalar') this.isInScalar = true;
    if (type === 'doc-start' || type === 'doc-end') this.blocks.length = 0;
    else if (type === 'flow-seq-start' || type === 'flow-map-start') this.brackets++;
    else if (type === 'flow-seq-end' || type === 'flow-map-end') this.brackets = Math.max(0, this.brackets - 1);
    else if (this.brackets === 0 && BEGINS_BLOCK.has(type)) this.enterBlock();
  }

  /** A block ends where something begins at its column, or left of it. */
  private enterBlock(): void {
    while (this.blocks.length > 0 && this.blocks.at(-1)! >= this.column) this.blocks.pop();
    this.blocks.push(this.column);
  }

  private move(lexeme: string): void {
    const lineEnd = lexeme.lastIndexOf('\n');
    this.column = lineEnd < 0 ? this.column + lexeme.length : lexeme.length - lineEnd - 1;
  }
}

type TokenType = NonNullable<ReturnType<typeof CST.tokenType>>;

const BEGINS_BLOCK: ReadonlySet<TokenType> = new Set<TokenType>([
  'seq-item-ind',
  'explicit-key-ind',
  'map-value-ind',
  'scalar',
  'alias',
  'single-quoted-scalar',
  'double-quoted-scalar',
]);

/** Marks of the lexer's own, which are not in the text. */
const TAKES_NO_ROOM: ReadonlySet<TokenType> = new Set<TokenType>(['doc-mode', 'flow-error-end', 'scalar']);
