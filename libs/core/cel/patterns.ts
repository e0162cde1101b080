import { compilePattern, PatternError, type LinearPattern } from '@orrery/linear-regex';

const MAX_PATTERNS = 1000;
const patterns = new Map<string, LinearPattern>();

/** Returns the compiled pattern; throws a TypeError with the reason if it is invalid. */
export function patternOf(text: string): LinearPattern {
  const known = patterns.get(text);
  if (known) return known;
  if (patterns.size >= MAX_PATTERNS) patterns.clear();
  try {
    const made = compilePattern(text);
    patterns.set(text, made);
    return made;
  } catch (error) {
    throw new TypeError(error instanceof PatternError ? error.message : String(error));
  }
}
