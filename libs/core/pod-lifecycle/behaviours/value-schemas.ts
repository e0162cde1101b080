import { anyValue, number, type Schema } from '@orrery/documents';
import { tryParseQuantity } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';

/** A value that passes a test; `expected` completes the error for every other one. */
export function matching<T = unknown>(expected: string, test: (value: unknown) => boolean): Schema<T, false> {
  return anyValue<T>({ expected, check: (value) => (test(value) ? undefined : expected) });
}

/** A duration as Go writes it, not negative. */
export const duration = matching<string>(
  'must be a duration that is not negative, for example 30s',
  (value) => typeof value === 'string' && (parseDurationMs(value) ?? -1) >= 0,
);

/** An amount of a resource above zero. */
export const quantity = matching<string | number>('must be a quantity greater than zero', (value) => {
  const verdict = typeof value === 'string' || typeof value === 'number' ? tryParseQuantity(value) : undefined;
  return verdict?.ok === true && verdict.quantity.nanos > 0n;
});

/** A number within bounds that belong to it. */
export function between(min: number, max: number): Schema<number, false> {
  const text = max === Infinity ? `must not be less than ${min}` : `must be between ${min} and ${max}`;
  return number({ expected: text, range: { min, max, text } });
}
