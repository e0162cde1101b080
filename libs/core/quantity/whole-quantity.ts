import { parseQuantity } from './parse-quantity';

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
/** Clusters use few distinct texts; past this many the table starts afresh, so hostile input cannot grow it. */
const MAX_REMEMBERED = 4096;

const values = new Map<string, bigint>();
const milliValues = new Map<string, bigint>();

/**
 * The quantity as a whole number, rounded away from zero (`100m` is 1, `-1.5` is -2), within signed 64 bits.
 * Every resource but cpu is accounted with it. Throws `QuantityError`.
 */
export function quantityValue(text: string | number): bigint {
  return remembered(values, String(text), 1_000_000_000n);
}

/** The quantity in thousandths, rounded away from zero (`1500u` is 2), within signed 64 bits. Cpu is accounted with it. */
export function quantityMilliValue(text: string | number): bigint {
  return remembered(milliValues, String(text), 1_000_000n);
}

function remembered(table: Map<string, bigint>, text: string, unitNanos: bigint): bigint {
  const known = table.get(text);
  if (known !== undefined) return known;
  const value = wholeUnits(parseQuantity(text).nanos, unitNanos);
  if (table.size >= MAX_REMEMBERED) table.clear();
  table.set(text, value);
  return value;
}

function wholeUnits(nanos: bigint, unitNanos: bigint): bigint {
  const up = unitNanos - 1n;
  const whole = nanos < 0n ? (nanos - up) / unitNanos : (nanos + up) / unitNanos;
  if (whole > MAX_INT64) return MAX_INT64;
  return whole < MIN_INT64 ? MIN_INT64 : whole;
}
