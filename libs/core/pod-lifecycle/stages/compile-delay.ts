import { parseDurationMs, parseTimeMs } from '@orrery/time';
import { compileQuery, type FieldQuery } from './field-query';
import type { Stage, StageFileExpression, StageFileSpec, StageSubject, StageTiming } from './stage-file';

/** Names of the annotations with which an object tunes a stage: `<stage>.stage.kwok.x-k8s.io/delay`. */
const TUNING = '.stage.kwok.x-k8s.io/';

type First = FieldQuery['first'];

/** Compiles the weight of a stage. */
export function compileWeight(stage: string, spec: StageFileSpec): Stage['weightOf'] {
  const { weight = 0, weightFrom } = spec;
  const first = firstOf(weightFrom) ?? tuning(stage, 'weight', spec);
  if (!first) return () => weight;
  return (subject) => {
    const value = first(subject);
    if (typeof value === 'number') return Math.trunc(value);
    if (typeof value !== 'string') return weight;
    return /^[0-9]+$/.test(value) ? Number(value) : undefined;
  };
}

/**
 * Compiles the instant of a stage: after `d`; with jitter `j` at a random moment between `d` and `j`, or after `j` itself if
 * that is not longer than `d`.
 */
export function compileDelay(stage: string, spec: StageFileSpec): Stage['instantOf'] {
  const { delay = {}, kubelet } = spec;
  const takesNumbers = kubelet !== undefined;
  const from = firstOf(delay.durationFrom) ?? tuning(stage, 'delay', spec);
  const jitterFrom = firstOf(delay.jitterDurationFrom) ?? tuning(stage, 'jitter-delay', spec);
  const duration = compileDuration(from, delay.durationMilliseconds ?? 0, takesNumbers);
  const jitter = compileDuration(jitterFrom, delay.jitterDurationMilliseconds, takesNumbers);
  const start = instantAt(delay.startFrom);
  const extra = instantAt(delay.extraFrom);
  const limit = instantAt(delay.limitFrom);
  return (subject, timing) => {
    const startMs = start?.(subject) ?? timing.sinceMs;
    const ms = duration(subject, startMs) ?? 0;
    const jitterMs = jitter(subject, startMs);
    const delayMs = Math.max(0, jitterMs === undefined ? ms : jittered(ms, jitterMs, timing));
    const atMs = startMs + delayMs + (extra?.(subject) ?? 0);
    const limitMs = limit?.(subject);
    return limitMs === undefined ? atMs : Math.min(atMs, limitMs);
  };
}

function firstOf(given: StageFileExpression | undefined): First | undefined {
  return given && compileQuery('jq' in given ? given.jq.expression : given.expressionFrom)!.first;
}

/** Reads the annotation with which an object tunes a stage; stages of kubelets name what tunes them. */
function tuning(stage: string, word: string, { kubelet }: StageFileSpec): First | undefined {
  if (kubelet !== undefined) return undefined;
  const name = stage + TUNING + word;
  return (subject) => (subject as StageSubject).metadata.annotations?.[name];
}

/** Compiles an expression for cluster milliseconds, given as a number or as a time; undefined where an object has neither. */
function instantAt(given: StageFileExpression | undefined): ((subject: object) => number | undefined) | undefined {
  const first = firstOf(given);
  if (!first) return undefined;
  return (subject) => {
    const value = first(subject);
    if (typeof value === 'number') return value;
    return typeof value === 'string' ? parseTimeMs(value) : undefined;
  };
}

function jittered(ms: number, jitterMs: number, { random }: StageTiming): number {
  return jitterMs > ms ? Math.floor(ms + random().unit() * (jitterMs - ms)) : jitterMs;
}

/**
 * Returns a reader of an object's delay, given as a duration or as the time of its end; `otherwise` where the object has no
 * readable one.
 * @param takesNumbers whether a number is a duration in milliseconds
 */
function compileDuration(first: First | undefined, otherwise: number | undefined, takesNumbers: boolean) {
  if (!first) return () => otherwise;
  return (subject: object, startMs: number): number | undefined => {
    const value = first(subject);
    if (typeof value === 'number' && takesNumbers) return value;
    if (typeof value !== 'string') return otherwise;
    if (value === '') return undefined;
    const timeMs = parseTimeMs(value);
    return timeMs === undefined ? (parseDurationMs(value) ?? otherwise) : timeMs - startMs;
  };
}
