import { invalidField, requiredField, type FieldError } from '@orrery/api-types';
import { tryParseQuantity } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';

/** Looks at a value at a place of a document and says what is wrong with it. */
export type Check = (value: unknown, at: string) => FieldError[];
/** Fields with what each must be. */
export type Fields = Readonly<Record<string, Check>>;

export const wrong = (at: string, value: unknown, detail: string): FieldError[] => [invalidField(at, value, detail)];
const isPositiveQuantity = (value: unknown): boolean => {
  const verdict = typeof value === 'string' || typeof value === 'number' ? tryParseQuantity(value) : undefined;
  return verdict?.ok === true && verdict.quantity.nanos > 0n;
};
const isDuration = (value: unknown): boolean => typeof value === 'string' && (parseDurationMs(value) ?? -1) >= 0;

export const text: Check = (value, at) => (typeof value === 'string' ? [] : wrong(at, value, 'must be a string'));
export const duration: Check = (value, at) =>
  isDuration(value) ? [] : wrong(at, value, 'must be a duration that is not negative, for example 30s');
export const quantity: Check = (value, at) =>
  isPositiveQuantity(value) ? [] : wrong(at, value, 'must be a quantity greater than zero');
export const between =
  (low: number, high: number): Check =>
  (value, at) =>
    typeof value === 'number' && value >= low && value <= high
      ? []
      : wrong(at, value, high === Infinity ? `must not be less than ${low}` : `must be between ${low} and ${high}`);
export const listOf =
  (check: Check): Check =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((each, i) => check(each, `${at}[${i}]`)) : wrong(at, value, 'must be a list');
export const mapOf =
  (check: (key: string) => Check): Check =>
  (value, at) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, each]) => check(key)(each, `${at}[${key}]`))
      : wrong(at, value, 'must be an object');
export const fields =
  (known: Fields, required: readonly string[] = []): Check =>
  (value, at) => {
    if (!isObject(value)) return wrong(at, value, 'must be an object');
    const missing = required.filter((name) => value[name] === undefined).map((name) => requiredField(`${at}.${name}`));
    const given = Object.entries(value).filter(([, each]) => each !== undefined && each !== null);
    return [
      ...missing,
      ...given.flatMap(([name, each]) => {
        const check = Object.hasOwn(known, name) ? known[name] : undefined;
        return check ? check(each, `${at}.${name}`) : wrong(`${at}.${name}`, each, 'unknown field');
      }),
    ];
  };

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
