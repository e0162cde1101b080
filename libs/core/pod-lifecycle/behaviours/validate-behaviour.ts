import { type FieldError } from '@orrery/api-types';
import { durationText, parseDurationDraw, type DurationSpec } from './duration-draw';
import { attemptsIn } from './behaviour-annotations';
import { parseFailureWindows } from '../probes/probe-timeline';
import { MOST_ATTEMPTS, USAGE_KEYWORDS, VOLUME } from './container-behaviour';
import {
  between,
  duration,
  fields,
  isObject,
  listOf,
  mapOf,
  quantity,
  text,
  wrong,
  type Check,
  type Fields,
} from './field-checks';
import { usageErrors, type CurveCheck } from './usage-checks';

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
const signal: Check = (value, at) =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 64
    ? []
    : wrong(at, value, 'must be between 1 and 64, inclusive');
const failureWindow: Check = (value, at) =>
  typeof value === 'string' && parseFailureWindows(value)
    ? []
    : wrong(at, value, 'must be times after the start of the container, for example 60s-90s or 5m-');

const selector = fields({
  namespaces: listOf(text),
  names: listOf(text),
  labelSelector: () => [],
  annotations: mapOf(() => text),
  ownerKinds: listOf(text),
  owner: fields({ apiVersion: text, kind: text, name: text }, ['kind', 'name']),
  podSpecHash: text,
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

/** Pods of a set may go on for ever beside others that complete. */
function completeAfter(value: unknown, at: string): FieldError[] {
  const runs = isObject(value) ? value['empirical'] : undefined;
  return Array.isArray(runs) ? listOf(forever)(runs, `${at}.empirical`) : drawn(value, at);
}

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

const CONTAINER_RESOURCES = [...Object.keys(USAGE_KEYWORDS), `${VOLUME}<name>`];

function isContainerResource(name: string): boolean {
  return USAGE_KEYWORDS[name] !== undefined || name.startsWith(VOLUME);
}

/** Everything that is wrong with the spec of a PodBehavior; the grammar of curves is the caller's. */
export function podBehaviorErrors(spec: unknown, checkCurve: CurveCheck): FieldError[] {
  if (spec === undefined || spec === null) return [];
  const usage: Check = mapOf(
    (resource) => (value, at) =>
      usageErrors(value, at, { resource, known: isContainerResource, names: CONTAINER_RESOURCES, checkCurve }),
  );
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
  return fields({
    priority: () => [],
    selector,
    containers: mapOf(() => container),
    completeAfter,
  })(spec, 'spec');
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
  // Null counts as absent, but decoding keeps it in what has no type.
  if (Object.keys(value).length !== 1 || Object.values(value)[0] == null)
    return wrong(at, value, `must be one of ${Object.keys(DISTRIBUTIONS).join(', ')}`);
  return parseDurationDraw(durationText(value as DurationSpec))
    ? []
    : wrong(at, value, 'its bounds contradict each other');
}

function onSigterm(value: unknown, at: string): FieldError[] {
  return value === 'ignore' ? [] : fields({ exitAfter: endless, exitCode })(value, at);
}
