import { RE2JS } from 're2js';

/** A pattern that RE2 does not accept; the message is Go's: ``error parsing regexp: missing closing ): `(a` ``. */
export class PatternError extends Error {}

/**
 * A regular expression in the syntax of Go (RE2), matched in time that is linear in the length of the text. Patterns of
 * users are never given to the engine of the language, in which some of them take exponential time.
 */
export class LinearPattern {
  constructor(private readonly compiled: RE2JS) {}

  /** Returns how many steps a match in a text takes at most: a state of the pattern for each character. */
  stepsOn(text: string): number {
    return this.compiled.programSize() * text.length;
  }

  /** Returns whether the pattern occurs anywhere in the text. */
  occursIn(text: string): boolean {
    return this.compiled.matcher(text).find();
  }

  /** The first occurrence; undefined if there is none. */
  first(text: string): string | undefined {
    const matcher = this.compiled.matcher(text);
    return matcher.find() ? (matcher.group() ?? undefined) : undefined;
  }

  /** The occurrences from left to right, at most `limit` of them if a limit is given. */
  all(text: string, limit = Infinity): string[] {
    const matcher = this.compiled.matcher(text);
    const found: string[] = [];
    while (found.length < limit && matcher.find()) found.push(matcher.group() ?? '');
    return found;
  }
}

/** Throws {@link PatternError}. */
export function compilePattern(pattern: string): LinearPattern {
  try {
    return new LinearPattern(RE2JS.compile(pattern));
  } catch (error) {
    throw new PatternError((error as Error).message);
  }
}
