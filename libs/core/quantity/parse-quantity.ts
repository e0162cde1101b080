import { QuantityFormat, type Quantity } from './quantity';

/** The two texts the API server answers with (apimachinery `pkg/api/resource/quantity.go`). */
export const QuantityErrorText = {
  Format: "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  Suffix: "unable to parse quantity's suffix",
} as const;

/** Thrown by {@link parseQuantity} for a text that is not a quantity; `message` is one of {@link QuantityErrorText}. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError';
}

/** The outcome of {@link tryParseQuantity}. */
export type QuantityVerdict =
  { readonly ok: true; readonly quantity: Quantity } | { readonly ok: false; readonly error: string };

const DECIMAL_EXPONENT: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const BINARY_SHIFT: Readonly<Record<string, bigint>> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n };
/**
 * Pattern of a quantity. Unlike in upstream's expression the suffix cannot begin with a digit, which would allow to
 * divide digits in every way.
 */
const SHAPE = /^([+-]?)([0-9]*)(?:\.([0-9]*))?((?:[eEinumkKMGTP]+[-+]?[0-9]*|[-+][0-9]*)?)$/;
const NANO = 1_000_000_000n;
const MAX_BINARY_NANOS = (2n ** 63n - 1n) * NANO;
/** A hostile exponent or mantissa must not buy a gigabyte of digits. Real amounts stay far below. */
const MAX_EXPONENT = 4096;
const MAX_TEXT_LENGTH = 4096;
const MAX_REMEMBERED = 4096;
const MAX_REMEMBERED_LENGTH = 32;
const verdicts = new Map<string, QuantityVerdict>();

/**
 * Reads a quantity. A number is read as its JSON text. Anything finer than 10^-9 is rounded away from zero;
 * amounts with a binary suffix are capped at 2^63-1.
 * Throws {@link QuantityError}; use {@link tryParseQuantity} where the error is a validation result.
 */
export function parseQuantity(text: string | number): Quantity {
  const verdict = tryParseQuantity(text);
  if (!verdict.ok) throw new QuantityError(verdict.error);
  return verdict.quantity;
}

/**
 * Parses as {@link parseQuantity} does, with the failure as a value. Remembers its results: clusters use few distinct
 * texts, and past the bound the table starts afresh, so hostile input cannot grow it.
 */
export function tryParseQuantity(text: string | number): QuantityVerdict {
  const source = typeof text === 'number' ? String(text) : text;
  const known = verdicts.get(source);
  if (known) return known;
  const verdict = read(source);
  if (verdicts.size >= MAX_REMEMBERED) verdicts.clear();
  if (source.length <= MAX_REMEMBERED_LENGTH) verdicts.set(source, verdict);
  return verdict;
}

function read(source: string): QuantityVerdict {
  const match = source.length === 0 || source.length > MAX_TEXT_LENGTH ? null : SHAPE.exec(source);
  if (!match) return { ok: false, error: QuantityErrorText.Format };
  const suffix = readSuffix(match[4]!);
  if (!suffix) return { ok: false, error: QuantityErrorText.Suffix };
  const fraction = match[3] ?? '';
  const digits = BigInt(`0${match[2]!}${fraction}`) << suffix.shift;
  let nanos = scaleUp(digits, suffix.exponent - fraction.length + 9);
  if (suffix.format === QuantityFormat.BinarySI && nanos > MAX_BINARY_NANOS) nanos = MAX_BINARY_NANOS;
  return { ok: true, quantity: { nanos: match[1] === '-' ? -nanos : nanos, format: suffix.format } };
}

interface Suffix {
  readonly exponent: number;
  readonly shift: bigint;
  readonly format: QuantityFormat;
}

function readSuffix(text: string): Suffix | undefined {
  const decimal = DECIMAL_EXPONENT[text];
  if (decimal !== undefined) return { exponent: decimal, shift: 0n, format: QuantityFormat.DecimalSI };
  const shift = BINARY_SHIFT[text];
  if (shift !== undefined) return { exponent: 0, shift, format: QuantityFormat.BinarySI };
  const exponent = /^[eE]([-+]?[0-9]+)$/.exec(text);
  if (!exponent || Math.abs(Number(exponent[1])) > MAX_EXPONENT) return undefined;
  return { exponent: Number(exponent[1]), shift: 0n, format: QuantityFormat.DecimalExponent };
}

/** `digits * 10^exponent`, rounded up to a whole number. */
function scaleUp(digits: bigint, exponent: number): bigint {
  if (exponent >= 0) return digits * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return (digits + divisor - 1n) / divisor;
}
