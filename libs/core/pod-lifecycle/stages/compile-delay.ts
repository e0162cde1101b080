import { parseDurationMs, parseTimeMs } from '@orrery/time';
import { compileQuery, type FieldQuery } from './field-query';
import type { Stage, StageFileExpression, StageFileSpec, StageSubject, StageTiming } from './stage-file';

/** Names of the annotations with which an object tunes a stage: `<stage>.stage.kwok.x-k8s.io/delay`. */
const TUNING = '.stage.kwok.x-k8s.io/';

type First = FieldQuery['first'];

/** Compiles the weight of a stage. */
export function compileWeight(stage: string, { weight = 0, weightFrom }: StageFileSpec): Stage['weightOf'] {
  const first = tunable(weightFrom, stage, 'weight');
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
export function compileDelay(stage: string, { delay = {}, kubelet }: StageFileSpec): Stage['instantOf'] {
  const takesNumbers = kubelet !== undefined;
  const from = tunable(delay.durationFrom, stage, 'delay');
  const jitterFrom = tunable(delay.jitterDurationFrom, stage, 'jitter-delay');
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

/** Compiles an expression, or the annotation with which an object tunes a stage that has none. */
function tunable(given: StageFileExpression | undefined, stage: string, word: string): First {
  if (given) return compileQuery(textOf(given))!.first;
  const name = stage + TUNING + word;
  return (subject) => (subject as StageSubject).metadata.annotations?.[name];
}

/** Compiles an expression for cluster milliseconds, given as a number or as a time; undefined where an object has neither. */
function instantAt(given: StageFileExpression | undefined): ((subject: object) => number | undefined) | undefined {
  if (!given) return undefined;
  const { first } = compileQuery(textOf(given))!;
  return (subject) => {
    const value = first(subject);
    if (typeof value === 'number') return value;
    return typeof value === 'string' ? parseTimeMs(value) : undefined;
  };
}

function textOf(expression: StageFileExpression): string {
  return 'jq' in expression ? expression.jq.expression : expression.expressionFrom;
}

function jittered(ms: number, jitterMs: number, { random }: StageTiming): number {
  return jitterMs > ms ? Math.floor(ms + random().unit() * (jitterMs - ms)) : jitterMs;
}

/**
 * Returns a reader of an object's delay, given as a duration or as the time of its end; `otherwise` where the object has no
 * readable one.
 * @param takesNumbers whether a number is a duration in milliseconds
 */
function compileDuration(first: First, otherwise: number | undefined, takesNumbers: boolean) {
  return (subject: object, startMs: number): number | undefined => {
    const value = first(subject);
    if (typeof value === 'number' && takesNumbers) return value;
    if (typeof value !== 'string') return otherwise;
    if (value === '') return undefined;
    const timeMs = parseTimeMs(value);
    return timeMs === undefined ? (parseDurationMs(value) ?? otherwise) : timeMs - startMs;
  };
}
