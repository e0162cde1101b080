import type { Environment } from '@marcbachmann/cel-js';
import {
  addQuantities,
  compareQuantities,
  QuantityFormat,
  subtractQuantities,
  tryParseQuantity,
  ZERO_QUANTITY,
  type Quantity,
} from '@orrery/quantity';

/** A quantity as a value of the language. */
class QuantityValue {
  constructor(readonly quantity: Quantity) {}

  /** Returns the key of equality. */
  valueOf(): bigint {
    return this.quantity.nanos;
  }
}

/** Adds `quantity("1Gi")` and its functions. */
export function addQuantityFunctions(environment: Environment): void {
  environment.registerType('Quantity', { ctor: QuantityValue, fields: {} });
  const compare = (a: QuantityValue, b: QuantityValue): number => compareQuantities(a.quantity, b.quantity);
  environment
    .registerFunction('quantity(string): Quantity', (text: string) => read(text))
    .registerFunction('isQuantity(string): bool', (text: string) => tryParseQuantity(text).ok)
    .registerFunction(
      'Quantity.isGreaterThan(Quantity): bool',
      (a: QuantityValue, b: QuantityValue) => compare(a, b) > 0,
    )
    .registerFunction('Quantity.isLessThan(Quantity): bool', (a: QuantityValue, b: QuantityValue) => compare(a, b) < 0)
    .registerFunction('Quantity.compareTo(Quantity): int', (a: QuantityValue, b: QuantityValue) =>
      BigInt(compare(a, b)),
    )
    .registerFunction('Quantity.sign(): int', signOf)
    .registerFunction('sign(Quantity): int', signOf)
    .registerFunction('Quantity.asInteger(): int', ({ quantity }: QuantityValue) => {
      const whole = wholeOf(quantity);
      if (whole === undefined) throw new TypeError('cannot convert value to integer');
      return whole;
    })
    .registerFunction('Quantity.isInteger(): bool', ({ quantity }: QuantityValue) => wholeOf(quantity) !== undefined)
    .registerFunction('Quantity.asApproximateFloat(): double', ({ quantity: { nanos } }: QuantityValue) =>
      nanos % NANOS === 0n ? Number(nanos / NANOS) : Number(nanos) / Number(NANOS),
    )
    .registerFunction(
      'Quantity.add(Quantity): Quantity',
      (a: QuantityValue, b: QuantityValue) => new QuantityValue(addQuantities(a.quantity, b.quantity)),
    )
    .registerFunction(
      'Quantity.sub(Quantity): Quantity',
      (a: QuantityValue, b: QuantityValue) => new QuantityValue(subtractQuantities(a.quantity, b.quantity)),
    )
    .registerFunction(
      'Quantity.add(int): Quantity',
      ({ quantity }: QuantityValue, more: bigint) => new QuantityValue(addQuantities(quantity, ofWhole(more))),
    )
    .registerFunction(
      'Quantity.sub(int): Quantity',
      ({ quantity }: QuantityValue, less: bigint) => new QuantityValue(subtractQuantities(quantity, ofWhole(less))),
    )
    .registerOperator('Quantity == Quantity', (a: QuantityValue, b: QuantityValue) => compare(a, b) === 0);
}

const NANOS = 1_000_000_000n;

function signOf({ quantity }: QuantityValue): bigint {
  return BigInt(compareQuantities(quantity, ZERO_QUANTITY));
}

/** Returns the quantity as a whole number of 64 bits; undefined if it is not one. */
function wholeOf({ nanos }: Quantity): bigint | undefined {
  const whole = nanos / NANOS;
  return nanos % NANOS === 0n && BigInt.asIntN(64, whole) === whole ? whole : undefined;
}

function ofWhole(number: bigint): Quantity {
  return { nanos: number * NANOS, format: QuantityFormat.DecimalExponent };
}

/** A quantity as variables have it; throws for texts that are none. */
export function quantityValue(text: string): unknown {
  return read(text);
}

function read(text: string): QuantityValue {
  const verdict = tryParseQuantity(text);
  if (!verdict.ok) throw new TypeError(verdict.error);
  return new QuantityValue(verdict.quantity);
}
