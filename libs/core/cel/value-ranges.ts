const MOST_INT = 2n ** 63n - 1n;
const NANOS = 1_000_000_000n;
/** 9999-12-31T23:59:59.999Z and 0001-01-01T00:00:00Z. */
const [LAST_MS, FIRST_MS] = [253_402_300_799_999, -62_135_596_800_000];

/** A duration as the library has it. */
interface DurationValue {
  readonly seconds: bigint;
  readonly nanos: number;
}

/** Returns a value that was computed; throws in the words of cel-go where it leaves the range of its type. */
export function withinRange(value: unknown): unknown {
  if (typeof value === 'bigint' && (value > MOST_INT || value < -MOST_INT - 1n))
    throw new TypeError('integer overflow');
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) {
    const ms = value.getTime();
    if (!(ms >= FIRST_MS && ms <= LAST_MS)) throw new TypeError('timestamp overflow');
  } else if (isDuration(value)) {
    const nanos = value.seconds * NANOS + BigInt(value.nanos);
    if (nanos > MOST_INT || nanos < -MOST_INT - 1n) throw new TypeError('duration overflow');
  }
  return value;
}

function isDuration(value: object): value is DurationValue {
  return 'seconds' in value && 'nanos' in value && typeof value.seconds === 'bigint';
}
