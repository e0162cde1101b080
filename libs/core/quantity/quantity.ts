/** Notations in which a quantity was written, and will be printed again. */
export const QuantityFormat = {
  /** `500m`, `2`, `3G`: powers of 1000. */
  DecimalSI: 'DecimalSI',
  /** `512Ki`, `2Gi`: powers of 1024. */
  BinarySI: 'BinarySI',
  /** `5e3`: powers of ten as an exponent. */
  DecimalExponent: 'DecimalExponent',
} as const;
export type QuantityFormat = (typeof QuantityFormat)[keyof typeof QuantityFormat];

/** An exact amount of a resource. The API keeps nothing finer than a billionth, so billionths are the unit. */
export interface Quantity {
  /** The amount in units of 10^-9. */
  readonly nanos: bigint;
  readonly format: QuantityFormat;
}

/** Nothing, in the format of plain numbers. */
export const ZERO_QUANTITY: Quantity = { nanos: 0n, format: QuantityFormat.DecimalSI };

/** `a + b`. The format is the left operand's, unless that is zero: then the right one's. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos + b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

/** `a - b`, with the format rule of {@link addQuantities}. */
export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos - b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`; the format does not matter. */
export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  if (a.nanos === b.nanos) return 0;
  return a.nanos < b.nanos ? -1 : 1;
}
