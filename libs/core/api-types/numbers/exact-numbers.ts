const LIMIT =
  'numbers beyond 9007199254740991 (2^53 - 1) are accepted only where a float64 is printed as the same number';

/** A number as JSON and YAML write it, in its parts: sign, whole digits, digits of the fraction, exponent. */
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/**
 * A whole number as a JavaScript number if that is written as that number again, and as a bigint if it is not:
 * 10^18 is a number, 10^18 + 1 is not, nor is 2^60, which JSON writes as 1152921504606847000. Parsers of input make such
 * bigints; `decodeStruct` refuses them with the path of the field. None gets any further.
 */
export function exactInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) || wholeOf(String(number)) === value ? number : value;
}

/**
 * What a number is, given the text it was read from: itself, unless its digits were lost beyond 2^53. What is no whole
 * number there is given as an odd bigint, which is inexact for certain.
 */
export function exactNumber(value: number, source: string): number | bigint {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return exactInteger(wholeOf(source) ?? BigInt(value) | 1n);
}

/** The value of a number's text; undefined if it is no whole number. */
function wholeOf(source: string): bigint | undefined {
  if (/^0[xo]/i.test(source)) return BigInt(source);
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

/** Whether a JSON text may have a number of 16 digits or more, which a double may not hold. */
export function mayLoseDigits(text: string): boolean {
  return /[\d.]{16}/.test(text);
}
