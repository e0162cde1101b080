/** A number taken at its decimal word: 0.55 is 55/100, not the double next to it. */
export interface ExactFraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Reads a finite, non-negative number as the fraction that its shortest decimal form denotes. */
export function exactFraction(value: number): ExactFraction {
  const [mantissa = '0', exponentText = '0'] = String(value).split('e');
  const [whole = '0', digits = ''] = mantissa.split('.');
  const exponent = Number(exponentText) - digits.length;
  const unscaled = BigInt(whole + digits);
  return exponent >= 0
    ? { numerator: unscaled * 10n ** BigInt(exponent), denominator: 1n }
    : { numerator: unscaled, denominator: 10n ** BigInt(-exponent) };
}

/** Returns whether part/total ≥ fraction, compared without rounding. A total of 0 never reaches anything. */
export function reachesFraction(part: number, total: number, fraction: ExactFraction): boolean {
  return total > 0 && BigInt(part) * fraction.denominator >= fraction.numerator * BigInt(total);
}
