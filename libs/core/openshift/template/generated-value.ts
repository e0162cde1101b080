/** Chooses one of so many: a whole number from 0 up to, and without, the count. */
export type Choose = (count: number) => number;

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
const SYMBOLS = '~!@#$%^&*()-_+={}[]\\|<,>.?/"\';:`';
/** In the order in which ranges run. */
const ALL = LETTERS + DIGITS + SYMBOLS;
const CLASSES: Readonly<Record<string, string>> = {
  '\\w': `${LETTERS}${DIGITS}_`,
  '\\d': DIGITS,
  '\\a': LETTERS + DIGITS,
  '\\A': SYMBOLS,
};

const RANGES_AND_LENGTH = /\[([a-zA-Z0-9\-\\]+)\]\{(\d+)\}/g;
const RANGE = /\\?[a-zA-Z0-9]-?[a-zA-Z0-9]?/g;
const EXPRESSION = /^(\\w|\\d|\\a|\\A)|[a-zA-Z0-9]-[a-zA-Z0-9]$/;
const MAX_LENGTH = 255;

/**
 * A value of the form of an expression, in which each `[a-z0-9]{4}` stands for so many characters of these ranges
 * (`ExpressionValueGenerator` of OpenShift). Throws a RangeError that says what is wrong with the expression.
 */
export function generatedValue(expression: string, choose: Choose): string {
  return expression.replace(RANGES_AND_LENGTH, (_whole, ranges: string, length: string) => {
    if (!EXPRESSION.test(ranges)) throw new RangeError(`malformed expresion syntax: [${ranges}]`);
    const count = Number(length);
    if (count < 1 || count > MAX_LENGTH) {
      throw new RangeError(`range must be within [1-${MAX_LENGTH}] characters (${count})`);
    }
    const characters = charactersOf(ranges);
    return Array.from({ length: count }, () => characters[choose(characters.length)]!).join('');
  });
}

/** Each character once. */
function charactersOf(ranges: string): readonly string[] {
  const texts = (ranges.match(RANGE) ?? []).map((range) => CLASSES[range] ?? between(range[0]!, range.at(-1)!));
  return [...new Set(texts.join(''))];
}

function between(first: string, last: string): string {
  const [from, to] = [ALL.indexOf(first), ALL.lastIndexOf(last)];
  if (from > to) throw new RangeError(`invalid range specified: ${first}-${last}`);
  return ALL.slice(from, to + 1);
}
