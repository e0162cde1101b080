import { parseQuantity } from './parse-quantity';
import { QuantityFormat, type Quantity } from './quantity';

const DECIMAL_SUFFIX: Readonly<Record<number, string>> = {
  [-9]: 'n',
  [-6]: 'u',
  [-3]: 'm',
  0: '',
  3: 'k',
  6: 'M',
  9: 'G',
  12: 'T',
  15: 'P',
  18: 'E',
};
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;
const NANO = 1_000_000_000n;

/** Prints the canonical text: no fraction, the largest suffix (or exponent) that keeps the mantissa whole. */
export function formatQuantity(quantity: Quantity): string {
  const { nanos, format } = quantity;
  if (nanos === 0n) return '0';
  const binary = format === QuantityFormat.BinarySI ? formatBinary(nanos) : undefined;
  return binary ?? formatDecimal(nanos, format === QuantityFormat.DecimalExponent);
}

const MILLI = 1_000_000n;

/** The amount in whole thousandths, rounded away from zero: lists of resources keep nothing finer. */
export function roundedToMilli(quantity: Quantity): Quantity {
  const rest = quantity.nanos % MILLI;
  if (rest === 0n) return quantity;
  const away = quantity.nanos < 0n ? -MILLI : MILLI;
  return { ...quantity, nanos: quantity.nanos - rest + away };
}

/** The canonical text of a quantity's text. Throws `QuantityError` if it is none. */
export function canonicalQuantity(text: string | number): string {
  return formatQuantity(parseQuantity(text));
}

/** Undefined where the binary form has no meaning: fractions and anything below 1024. */
function formatBinary(nanos: bigint): string | undefined {
  if (nanos % NANO !== 0n) return undefined;
  let mantissa = nanos / NANO;
  if (mantissa < 1024n && mantissa > -1024n) return undefined;
  let power = 0;
  while (power < 6 && mantissa % 1024n === 0n) {
    mantissa /= 1024n;
    power++;
  }
  return `${mantissa}${BINARY_SUFFIXES[power]!}`;
}

function formatDecimal(nanos: bigint, asExponent: boolean): string {
  let mantissa = nanos;
  let exponent = -9;
  while ((asExponent || exponent < 18) && mantissa % 1000n === 0n) {
    mantissa /= 1000n;
    exponent += 3;
  }
  if (!asExponent) return `${mantissa}${DECIMAL_SUFFIX[exponent]!}`;
  return exponent === 0 ? `${mantissa}` : `${mantissa}e${exponent}`;
}
