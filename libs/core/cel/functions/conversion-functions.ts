import type { Environment } from '@marcbachmann/cel-js';

const TIMESTAMP = 'google.protobuf.Timestamp';
const DURATION = 'google.protobuf.Duration';

/** A duration as the library has it. */
interface DurationValue {
  readonly seconds: bigint;
  readonly nanos: number;
}

/** Conversions between types, and orders of bytes, that the library lacks (`common/stdlib/standard.go` of cel-go). */
export function addConversions(environment: Environment): void {
  environment
    .registerOperator('bytes < bytes', (a: Uint8Array, b: Uint8Array) => orderOf(a, b) < 0)
    .registerOperator('bytes <= bytes', (a: Uint8Array, b: Uint8Array) => orderOf(a, b) <= 0)
    .registerOperator('bytes > bytes', (a: Uint8Array, b: Uint8Array) => orderOf(a, b) > 0)
    .registerOperator('bytes >= bytes', (a: Uint8Array, b: Uint8Array) => orderOf(a, b) >= 0)
    .registerFunction('int(uint): int', (number: object) => int64(number.valueOf() as bigint))
    .registerFunction(`int(${TIMESTAMP}): int`, (at: Date) => BigInt(Math.floor(at.getTime() / 1000)))
    .registerFunction(`string(${TIMESTAMP}): string`, timestampText)
    .registerFunction(`string(${DURATION}): string`, durationText)
    .registerFunction(`timestamp(${TIMESTAMP}): ${TIMESTAMP}`, (at: Date) => at)
    .registerFunction(`duration(${DURATION}): ${DURATION}`, (duration: DurationValue) => duration);
}

/** Compares by the first byte that differs; a text comes after its beginning. */
function orderOf(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, i) => byte !== b[i]);
  if (at < 0) return a.length - b.length;
  return at < b.length ? a[at]! - b[at]! : 1;
}

function int64(number: bigint): bigint {
  if (BigInt.asIntN(64, number) !== number) throw new TypeError('unsigned integer overflow');
  return number;
}

/** Returns a time as in RFC 3339, without zeros at the end of a fraction. */
export function timestampText(at: Date): string {
  return at.toISOString().replace(/(?:\.000|0{1,2})Z$/, 'Z');
}

/** Returns a duration in seconds: `5400s`, `-1.5s`. */
export function durationText({ seconds, nanos }: DurationValue): string {
  const total = seconds * 1_000_000_000n + BigInt(nanos);
  const [whole, rest] = [total / 1_000_000_000n, total % 1_000_000_000n];
  const fraction = withoutZeros(String(rest < 0n ? -rest : rest).padStart(9, '0'));
  const sign = total < 0n ? '-' : '';
  return `${sign}${whole < 0n ? -whole : whole}${fraction === '' ? '' : `.${fraction}`}s`;
}

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
