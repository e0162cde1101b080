const LIMIT =
  'numbers beyond 9007199254740991 (2^53 - 1) are accepted only where a float64 is printed as the same number';

/** A whole number as JSON and YAML write it, without fraction and exponent. */
const INTEGER = /^[+-]?\d+$/;

/** A number as JavaScript prints it, in its parts: sign, whole digits, digits of the fraction, exponent. */
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/**
 * A whole number as a JavaScript number if that is written as that number again, and as a bigint if it is not:
 * 10^18 is a number, 10^18 + 1 is not, nor is 2^60, which JSON writes as 1152921504606847000. Parsers of input make such
 * bigints. Values that no type describes keep them ({@link keptInteger}); fields of built-in kinds are JavaScript numbers, with
 * which components compute, and `decodeStruct` refuses them there with the path of the field.
 */
export function exactInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) || wholeOf(String(number)) === value ? number : value;
}

/**
 * Returns the exact value of a number, given the text it was read from: the number itself, unless it is an integer whose digits
 * were lost beyond 2^53. A number with a fraction or an exponent is a float64, as in Go's decoder (`sigs.k8s.io/json`,
 * `convertNumber`).
 */
export function exactNumber(value: number, source: string): number | bigint {
  if (Number.isSafeInteger(value)) return value;
  if (/^0[xo]/i.test(source)) return exactInteger(BigInt(source));
  return INTEGER.test(source) ? exactInteger(BigInt(source.replace('+', ''))) : value;
}

/** Returns the value that an untyped field keeps of an integer: all 64 bits, or a float64 of a longer one, as Go's decoder does. */
export function keptInteger(value: bigint): number | bigint {
  return BigInt.asIntN(64, value) === value ? exactInteger(value) : Number(value);
}

/** Returns whether a value is a number, in either form. */
export function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Returns whether a number is an integer of 64 bits, as upstream has those that are written without fraction and exponent. */
export function isInt64(value: unknown): value is number | bigint {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value;
  return typeof value === 'number' && Number.isInteger(value) && value >= -INT64_END && value < INT64_END;
}

const INT64_END = 2 ** 63;

/** Returns the value of a printed number; undefined if it is not a whole number. */
function wholeOf(source: string): bigint | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(source) ?? [];
  const digits = whole + fraction;
  const shift = Number(exponent) - fraction.length;
  // Zeros need no place: "10.0e20" and a million zeros after a point are whole numbers.
  const end = digits.length + Math.min(shift, 0);
  if (sign === undefined || digits === '' || end < 0 || /[1-9]/.test(digits.slice(end))) return undefined;
  const value = BigInt(digits.slice(0, end).padEnd(end + Math.max(shift, 0), '0') || '0');
  return sign === '-' ? -value : value;
}

/** The reason to refuse a number that {@link exactInteger} leaves a bigint. */
export function inexactText(value: bigint): string {
  return `${value} cannot be kept exactly; ${LIMIT}`;
}

/** Returns whether a JSON text may have a number of 16 digits or more, which a double may not hold. */
export function mayLoseDigits(text: string): boolean {
  // So long a run has every sixteenth character of the text in it, wherever it begins; most texts have no digit there.
  for (let at = RUN - 1; at < text.length; at += RUN) {
    if (!isOfNumber(text.charCodeAt(at))) continue;
    let [from, to] = [at, at + 1];
    while (from > at - RUN + 1 && isOfNumber(text.charCodeAt(from - 1))) from--;
    while (to < from + RUN && isOfNumber(text.charCodeAt(to))) to++;
    if (to - from >= RUN) return true;
  }
  return false;
}

/** Digits and points that a number has at least to lose any. */
const RUN = 16;

/** Returns whether a character is a digit or a point. */
function isOfNumber(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46;
}
