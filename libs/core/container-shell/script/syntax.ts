/** A piece of a word. */
export type WordPart =
  | { readonly is: 'text'; readonly text: string }
  /** `$name`, `${name}`, `${name:-fallback}`; `?`, `$`, `#`, `@` and digits are names too. */
  | { readonly is: 'variable'; readonly name: string; readonly fallback?: Word; readonly isQuoted: boolean }
  /** `$(script)` */
  | { readonly is: 'output'; readonly script: Script; readonly isQuoted: boolean };

/** A word before expansion. One with quotes is a word even if nothing is in it. */
export interface Word {
  readonly parts: readonly WordPart[];
  readonly isQuoted: boolean;
}

export interface Redirect {
  readonly descriptor: 0 | 1 | 2;
  readonly operator: '<' | '>' | '>>' | '>&';
  readonly target: Word;
}

export type Command =
  | {
      readonly is: 'simple';
      readonly assignments: readonly (readonly [name: string, value: Word])[];
      readonly words: readonly Word[];
      readonly redirects: readonly Redirect[];
    }
  | {
      readonly is: 'group';
      readonly body: Script;
      readonly isSubshell: boolean;
      readonly redirects: readonly Redirect[];
    }
  | { readonly is: 'if'; readonly branches: readonly Branch[]; readonly otherwise: Script }
  | { readonly is: 'while'; readonly test: Script; readonly body: Script; readonly isUntil: boolean }
  | { readonly is: 'for'; readonly name: string; readonly words: readonly Word[]; readonly body: Script };

export interface Branch {
  readonly test: Script;
  readonly body: Script;
}

/** Commands joined by `|`. */
export interface Pipeline {
  readonly isNegated: boolean;
  readonly commands: readonly Command[];
}

/** A pipeline and what joins it to the one before: `;` for the first. */
export interface ListItem {
  readonly joint: ';' | '&&' | '||';
  readonly pipeline: Pipeline;
  /** Ends in `&`. */
  readonly isBackground?: boolean;
}

export type Script = readonly ListItem[];

/** Returns whether a shell would look for files by this word; the simulated one takes it as it is. */
export function isPattern({ parts, isQuoted }: Word): boolean {
  if (isQuoted) return false;
  return parts.some((part) => {
    if (part.is !== 'text') return false;
    const hasSet = part.text.includes('[') && part.text.includes(']');
    return hasSet || /^~|[*?]/.test(part.text);
  });
}

/** A script that the simulated shell cannot read. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';

  /** @param isUnfinished whether more lines could make it right */
  constructor(
    message: string,
    readonly isUnfinished = false,
  ) {
    super(message);
  }
}
