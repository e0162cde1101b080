import { invalidField, requiredField, unsupportedField, type FieldError } from '@orrery/api-types';
import { tryParseQuantity } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';
import { durationText, parseDurationDraw, type DurationSpec } from './duration-draw';
import { attemptsIn } from '../behaviour-annotations';
import { parseFailureWindows } from '../probes/probe-timeline';
import { curveText, MOST_ATTEMPTS, USAGE_WORDS, VOLUME, type UsageCurve } from './container-behaviour';

/** What is wrong with a curve of a resource; undefined if nothing is. */
export type CurveCheck = (text: string, resource: string) => string | undefined;

/** Stands for the time at which a scenario begins. */
const ANY_TIME = '2026-01-01T00:00:00Z';

type Check = (value: unknown, at: string) => FieldError[];
type Fields = Readonly<Record<string, Check>>;

const wrong = (at: string, value: unknown, detail: string): FieldError[] => [invalidField(at, value, detail)];
const isPositiveQuantity = (value: unknown): boolean => {
  const verdict = typeof value === 'string' || typeof value === 'number' ? tryParseQuantity(value) : undefined;
  return verdict?.ok === true && verdict.quantity.nanos > 0n;
};
const isDuration = (value: unknown): boolean => typeof value === 'string' && (parseDurationMs(value) ?? -1) >= 0;

const text: Check = (value, at) => (typeof value === 'string' ? [] : wrong(at, value, 'must be a string'));
const duration: Check = (value, at) =>
  isDuration(value) ? [] : wrong(at, value, 'must be a duration that is not negative, for example 30s');
const quantity: Check = (value, at) =>
  isPositiveQuantity(value) ? [] : wrong(at, value, 'must be a quantity greater than zero');
const exitCode: Check = (value, at) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255
    ? []
    : wrong(at, value, 'must be between 0 and 255, inclusive');
const attempts: Check = (value, at) => {
  const parts = typeof value === 'string' ? value.split(',') : [''];
  const isReadable = parts.every((part) => {
    const [first, last] = attemptsIn(part.trim()) ?? [];
    return first !== undefined && first <= MOST_ATTEMPTS && (last! <= MOST_ATTEMPTS || last === Infinity);
  });
  return isReadable ? [] : wrong(at, value, `must be attempts up to ${MOST_ATTEMPTS}, for example 1-3,5 or *`);
};
const between =
  (low: number, high: number): Check =>
  (value, at) =>
    typeof value === 'number' && value >= low && value <= high
      ? []
      : wrong(at, value, high === Infinity ? `must not be less than ${low}` : `must be between ${low} and ${high}`);
const signal: Check = (value, at) =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 64
    ? []
    : wrong(at, value, 'must be between 1 and 64, inclusive');
const failureWindow: Check = (value, at) =>
  typeof value === 'string' && parseFailureWindows(value)
    ? []
    : wrong(at, value, 'must be times after the start of the container, for example 60s-90s or 5m-');

const listOf =
  (check: Check): Check =>
  (value, at) =>
    Array.isArray(value) ? value.flatMap((each, i) => check(each, `${at}[${i}]`)) : wrong(at, value, 'must be a list');
const mapOf =
  (check: (key: string) => Check): Check =>
  (value, at) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, each]) => check(key)(each, `${at}[${key}]`))
      : wrong(at, value, 'must be an object');
const fields =
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const selector = fields({
  namespaces: listOf(text),
  names: listOf(text),
  labelSelector: () => [],
  annotations: mapOf(() => text),
  ownerKinds: listOf(text),
  images: listOf(text),
  probability: between(0, 1),
  weight: between(0, Infinity),
});
const pull: Check = (value, at) =>
  isObject(value) && ('latency' in value || 'bandwidth' in value)
    ? fields({ latency: duration, bandwidth: quantity })(value, at)
    : drawn(value, at);
const image = fields({
  pullError: text,
  pull,
  sizeBytes: quantity,
  failures: listOf(fields({ attempts, reason: text }, ['reason'])),
});
const oneRun = fields({ exitAfter: perAttempt(endless), exitCodes: listOf(exitCode), exitReason: text });
const attempt = fields({ attempts, duration: forever, exitCode, signal, reason: text, message: text }, ['attempts']);
const run: Check = (value, at) => (Array.isArray(value) ? listOf(attempt)(value, at) : oneRun(value, at));

function forever(value: unknown, at: string): FieldError[] {
  return value === 'forever' ? [] : drawn(value, at);
}

function endless(value: unknown, at: string): FieldError[] {
  return value === 'never' ? [] : drawn(value, at);
}

function perAttempt(check: Check): Check {
  return (value, at) =>
    typeof value === 'string' ? value.split(',').flatMap((part) => check(part.trim(), at)) : check(value, at);
}

/** Everything that is wrong with the spec of a PodBehavior; the grammar of curves is the caller's. */
export function podBehaviorErrors(spec: unknown, checkCurve: CurveCheck): FieldError[] {
  if (spec === undefined || spec === null) return [];
  const usage: Check = mapOf((resource) => (value, at) => usageErrors(resource, value, at, checkCurve));
  const container = fields({
    image,
    start: fields({ latency: drawn, readyAfter: drawn }),
    run,
    terminate: fields({ stopAfter: endless, exitCode, preStop: drawn, onSigterm }),
    probes: fields({
      startup: listOf(failureWindow),
      liveness: listOf(failureWindow),
      readiness: listOf(failureWindow),
    }),
    usage,
  });
  return fields({ priority: () => [], selector, containers: mapOf(() => container) })(spec, 'spec');
}

const DISTRIBUTIONS: Fields = {
  constant: duration,
  uniform: fields({ min: duration, max: duration }, ['min', 'max']),
  normal: fields({ mean: duration, stddev: duration, min: duration, max: duration }, ['mean', 'stddev']),
  lognormal: fields({ median: duration, sigma: between(0, 100), min: duration, max: duration }, ['median', 'sigma']),
  empirical: listOf(duration),
};

/** A duration or a distribution of durations. */
function drawn(value: unknown, at: string): FieldError[] {
  if (typeof value === 'string') return parseDurationDraw(value) ? [] : duration(value, at);
  if (!isObject(value)) return duration(value, at);
  const errors = fields(DISTRIBUTIONS)(value, at);
  if (errors.length > 0) return errors;
  if (Object.keys(value).length !== 1)
    return wrong(at, value, `must be one of ${Object.keys(DISTRIBUTIONS).join(', ')}`);
  return parseDurationDraw(durationText(value as DurationSpec))
    ? []
    : wrong(at, value, 'its bounds contradict each other');
}

function onSigterm(value: unknown, at: string): FieldError[] {
  return value === 'ignore' ? [] : fields({ exitAfter: endless, exitCode })(value, at);
}

const point = fields(
  {
    at: duration,
    value: (value, at) => (['string', 'number'].includes(typeof value) ? [] : wrong(at, value, 'must be a quantity')),
    interpolation: (value, at) =>
      value === 'step' || value === 'linear' ? [] : [unsupportedField(at, value, ['step', 'linear'])],
  },
  ['at', 'value'],
);

function usageErrors(resource: string, value: unknown, at: string, checkCurve: CurveCheck): FieldError[] {
  if (USAGE_WORDS[resource] === undefined && !resource.startsWith(VOLUME)) {
    return [unsupportedField(at, resource, [...Object.keys(USAGE_WORDS), `${VOLUME}<name>`])];
  }
  const errors = Array.isArray(value) ? listOf(point)(value, at) : [];
  if (errors.length > 0) return errors;
  if (value === null || !['object', 'string', 'number'].includes(typeof value)) {
    return wrong(at, value, 'must be a quantity, a curve, a list of corners or a generator');
  }
  const problem = checkCurve(curveText(value as UsageCurve, ANY_TIME), resource);
  return problem === undefined ? [] : wrong(at, value, problem);
}
