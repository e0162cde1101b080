import type { FieldError } from '@orrery/api-types';
import {
  anyValue,
  choice,
  fieldErrorOf,
  fields,
  integer,
  isPlainObject,
  listOf,
  mapOf,
  readDocument,
  string,
  type Schema,
} from '@orrery/documents';
import { parseDurationMs } from '@orrery/time';
import { parseFailureWindows } from '../probes/probe-timeline';
import { attemptsIn } from './behaviour-annotations';
import { isHeaderText } from './printed-output';
import { MOST_ATTEMPTS, USAGE_KEYWORDS, VOLUME } from './container-behaviour';
import { durationText, parseDurationDraw, type DurationSpec } from './duration-draw';
import { usageSchema, type CurveCheck } from './usage-schema';
import { between, duration, matching, quantity } from './value-schemas';

const integerWithin = (min: number, max: number): Schema<number, false> => {
  const expected = `must be between ${min} and ${max}, inclusive`;
  return integer({ expected, range: { min, max, text: expected } });
};
const exitCode = integerWithin(0, 255);
const signal = integerWithin(1, 64);
const attempts = matching<string>(
  `must be attempts up to ${MOST_ATTEMPTS}, for example 1-3,5 or *`,
  (value) =>
    typeof value === 'string' &&
    value.split(',').every((part) => {
      const [first, last] = attemptsIn(part.trim()) ?? [];
      return first !== undefined && first <= MOST_ATTEMPTS && (last! <= MOST_ATTEMPTS || last === Infinity);
    }),
);
const failureWindow = matching<string>(
  'must be times after the start of the container, for example 60s-90s or 5m-',
  (value) => typeof value === 'string' && parseFailureWindows(value) !== undefined,
);

/** Distributions that a duration can be drawn from. */
const DISTRIBUTIONS = {
  constant: duration,
  uniform: fields({ min: duration, max: duration }, { required: ['min', 'max'] }),
  normal: fields({ mean: duration, stddev: duration, min: duration, max: duration }, { required: ['mean', 'stddev'] }),
  lognormal: fields(
    { median: duration, sigma: between(0, 100), min: duration, max: duration },
    { required: ['median', 'sigma'] },
  ),
  empirical: listOf(duration),
};

/** A duration, the text of a distribution, or a distribution. */
const drawn: Schema = choice<unknown>((value) => {
  if (!isPlainObject(value)) return drawnText;
  return fields(DISTRIBUTIONS, {
    check: () => {
      // Null counts as absent, but decoding keeps it in what has no type.
      const isOne = Object.keys(value).length === 1 && Object.values(value)[0] != null;
      if (!isOne) return `must be one of ${Object.keys(DISTRIBUTIONS).join(', ')}`;
      return parseDurationDraw(durationText(value as DurationSpec)) ? undefined : 'its bounds contradict each other';
    },
  });
});
const drawnText = matching(
  duration.expected,
  (value) => typeof value === 'string' && parseDurationDraw(value) !== undefined,
);
const drawnOr = (keyword: string): Schema => choice((value) => (value === keyword ? anyValue() : drawn));
const forever = drawnOr('forever');
const endless = drawnOr('never');

/** One duration for all attempts, or one an attempt, separated by commas. */
const endlessPerAttempt = choice<unknown>((value) => {
  if (typeof value !== 'string') return endless;
  const check = (): FieldError[] =>
    value.split(',').flatMap((part) => readDocument(part.trim(), endless).findings.map(fieldErrorOf));
  return anyValue({ check });
});

/** Pods of a set may run for ever beside others that complete. */
const completeAfter = choice<unknown>((value) =>
  isPlainObject(value) && Array.isArray(value['empirical'])
    ? fields({ ...DISTRIBUTIONS, empirical: listOf(forever) })
    : drawn,
);

const selector = fields({
  namespaces: listOf(string()),
  names: listOf(string()),
  labelSelector: anyValue(),
  annotations: mapOf(string()),
  ownerKinds: listOf(string()),
  owner: fields({ apiVersion: string(), kind: string(), name: string() }, { required: ['kind', 'name'] }),
  podSpecHash: string(),
  images: listOf(string()),
  probability: between(0, 1),
  weight: between(0, Infinity),
});
const pull = choice<unknown>((value) =>
  isPlainObject(value) && ('latency' in value || 'bandwidth' in value)
    ? fields({ latency: duration, bandwidth: quantity })
    : drawn,
);
const image = fields({
  pullError: string(),
  pull,
  sizeBytes: quantity,
  failures: listOf(fields({ attempts, reason: string() }, { required: ['reason'] })),
});
const attempt = fields(
  { attempts, duration: forever, exitCode, signal, reason: string(), message: string() },
  { required: ['attempts'] },
);
const run = choice<unknown>((value) =>
  Array.isArray(value)
    ? listOf(attempt)
    : fields({ exitAfter: endlessPerAttempt, exitCodes: listOf(exitCode), exitReason: string() }),
);
const commands = listOf(
  fields(
    { command: string(), stdout: string(), stderr: string(), exitCode, after: duration },
    { required: ['command'] },
  ),
);
const positiveDuration = matching<string>(
  'must be a duration of at least 1ms, for example 10s',
  (value) => typeof value === 'string' && (parseDurationMs(value) ?? 0) >= 1,
);
const logs = listOf(fields({ text: string(), after: duration, every: positiveDuration }, { required: ['text'] }));
const http = listOf(
  fields({
    path: string(),
    port: integerWithin(1, 65535),
    status: integerWithin(200, 599),
    headers: mapOf(matching<string>('must be a text that HTTP can carry', isHeaderText)),
    body: string(),
    after: duration,
  }),
);
const onSigterm = choice<unknown>((value) =>
  value === 'ignore' ? anyValue() : fields({ exitAfter: endless, exitCode }),
);

const CONTAINER_RESOURCES = [...Object.keys(USAGE_KEYWORDS), `${VOLUME}<name>`];

function isContainerResource(name: string): boolean {
  return USAGE_KEYWORDS[name] !== undefined || name.startsWith(VOLUME);
}

/** The spec of a PodBehavior. */
function podBehaviorSchema(checkCurve: CurveCheck): Schema {
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
    commands,
    logs,
    http,
    usage: usageSchema({ isKnown: isContainerResource, names: CONTAINER_RESOURCES, checkCurve }),
  });
  return fields({ priority: anyValue(), selector, containers: mapOf(container), completeAfter });
}

/** Returns the errors of the spec of a PodBehavior; the grammar of curves is the caller's. */
export function podBehaviorErrors(spec: unknown, checkCurve: CurveCheck): FieldError[] {
  if (spec === undefined || spec === null) return [];
  return readDocument(spec, podBehaviorSchema(checkCurve), { field: 'spec' }).findings.map(fieldErrorOf);
}
