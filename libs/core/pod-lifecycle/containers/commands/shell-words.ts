/** What joins a command to the one before it. */
export type Joint = ';' | '&&' | '||';

/** One command of a script. */
export interface ShellCommand {
  /** `;` for the first. */
  readonly joint: Joint;
  readonly words: readonly string[];
}

/** Words with which the shell begins something else than a plain command. */
const KEYWORDS = new Set(
  'if then elif else fi for while until do done case esac select function time in { } ! [['.split(' '),
);
/** Characters that make a script more than a row of plain commands: variables, pipes, files, patterns, jobs. */
const SPECIAL = new Set('$`|&<>()*?[]~#');
/** Longer scripts are programs. */
const MAX_LENGTH = 4096;

/**
 * Splits a script into plain commands joined by `;`, `&&`, `||` or ends of lines, with quotes taken away; undefined where
 * there is anything else in it.
 */
export function readScript(text: string): ShellCommand[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const commands: ShellCommand[] = [];
  let joint: Joint = ';';
  let words: string[] = [];
  const end = (next: Joint): boolean => {
    if (words.length === 0) return next === ';' && joint === ';';
    if (KEYWORDS.has(words[0]!) || /^[A-Za-z_]\w*=/.test(words[0]!)) return false;
    commands.push({ joint, words });
    joint = next;
    words = [];
    return true;
  };
  let at = 0;
  while (at < text.length) {
    const operator = /^(?:&&|\|\||[;\n])/.exec(text.slice(at, at + 2))?.[0];
    if (operator) {
      const isBreak = operator === ';' || operator === '\n';
      // A line may end after && and ||.
      if (operator !== '\n' || words.length > 0 || joint === ';') {
        if (!end(isBreak ? ';' : (operator as Joint))) return undefined;
      }
      at += operator.length;
    } else if (/\s/.test(text[at]!)) at++;
    else {
      const word = readWord(text, at);
      if (!word) return undefined;
      words.push(word.value);
      at = word.end;
    }
  }
  return end(';') ? commands : undefined;
}

/** A word and where it ends; undefined if the shell would make something else of it than what stands there. */
function readWord(text: string, start: number): { readonly value: string; readonly end: number } | undefined {
  let value = '';
  let quote = '';
  let at = start;
  for (; at < text.length; at++) {
    const char = text[at]!;
    if (quote === '' && /[\s;]/.test(char)) break;
    if (quote === '' && /^(?:&&|\|\|)/.test(text.slice(at, at + 2))) break;
    if (char === quote) quote = '';
    else if (quote === '' && (char === '"' || char === "'")) quote = char;
    else if (quote === "'") value += char;
    else if (char === '\\') {
      const next = text[++at];
      if (next === undefined) return undefined;
      value += quote === '"' && !'"\\$`'.includes(next) ? char + next : next;
    } else if (quote === '"' ? char === '$' || char === '`' : SPECIAL.has(char)) return undefined;
    else value += char;
  }
  return quote === '' ? { value, end: at } : undefined;
}
