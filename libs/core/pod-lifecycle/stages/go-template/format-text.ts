import { numberOf, printed, textOf } from './values';

const VERB = /%(?<zero>0)?(?<width>[0-9]+)?(?:\.(?<digits>[0-9]+))?(?<verb>[svqdfxt%])/g;

/** Upper bound on field width. */
const MOST_WIDTH = 1000;
const MOST_DIGITS = 100;

/** Go's `printf` with the verbs s, v, q, d, f, x and t. */
export function formatText(format: string, values: readonly unknown[]): string {
  let next = 0;
  return format.replace(VERB, (...match: unknown[]) => {
    const { zero, width, digits, verb } = match.at(-1) as Record<string, string | undefined>;
    if (verb === '%') return '%';
    const text = one(verb!, values[next++], digits);
    return text.padStart(Math.min(Number(width ?? 0), MOST_WIDTH), zero === undefined ? ' ' : '0');
  });
}

function one(verb: string, value: unknown, digits: string | undefined): string {
  switch (verb) {
    case 'q':
      return JSON.stringify(textOf(value));
    case 'd':
      return String(Math.trunc(numberOf(value)));
    case 'x':
      return Math.trunc(numberOf(value)).toString(16);
    case 'f':
      return numberOf(value).toFixed(Math.min(Number(digits ?? 6), MOST_DIGITS));
    default:
      return printed(value);
  }
}
