import type { Environment } from '@marcbachmann/cel-js';
import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  subtractQuantities,
  tryParseQuantity,
  type Quantity,
} from '@orrery/quantity';

/** A quantity as a value of the language. */
class QuantityValue {
  constructor(readonly quantity: Quantity) {}
}

/** `quantity("1Gi")` and what can be asked of it. */
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
    .registerFunction('Quantity.sign(): int', ({ quantity }: QuantityValue) =>
      BigInt(compareQuantities(quantity, parseQuantity('0'))),
    )
    .registerFunction('Quantity.asInteger(): int', ({ quantity }: QuantityValue) => wholeOf(quantity))
    .registerFunction(
      'Quantity.add(Quantity): Quantity',
      (a: QuantityValue, b: QuantityValue) => new QuantityValue(addQuantities(a.quantity, b.quantity)),
    )
    .registerFunction(
      'Quantity.sub(Quantity): Quantity',
      (a: QuantityValue, b: QuantityValue) => new QuantityValue(subtractQuantities(a.quantity, b.quantity)),
    )
    .registerOperator('Quantity == Quantity', (a: QuantityValue, b: QuantityValue) => compare(a, b) === 0);
}

/** Throws for what is no whole number. */
function wholeOf({ nanos }: Quantity): bigint {
  if (nanos % 1_000_000_000n !== 0n) throw new TypeError('cannot convert value to integer');
  return nanos / 1_000_000_000n;
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
