import { parseDurationMs, parseTimeMs, randomFor } from '@orrery/time';
import {
  ClippedCurve,
  ConstantCurve,
  GaussianCurve,
  RampCurve,
  ScaledCurve,
  SineCurve,
  SumCurve,
} from './curve-algebra';
import { PointCurve, type Curve, type CurvePoint } from './curve';
import { parseExpression } from './expression/expression-curve';
import { parseAmount, type CurveContext } from './parse-amount';

/** A curve that was read, or why it cannot be. */
export type CurveVerdict =
  { readonly ok: true; readonly curve: Curve } | { readonly ok: false; readonly error: string };

type Fields = Readonly<Record<string, unknown>>;
/** Reads curves that are written as texts. */
type TextReader = (text: string, context: CurveContext) => CurveVerdict;
type Context = CurveContext & { readonly readText: TextReader };
type Reader = (value: unknown, context: Context) => Curve;

/** Error in a generator; never leaves this file. */
class Objection extends Error {}

/** Curves inside curves; more is a mistake, or meant to be one. */
const DEEPEST = 20;
const MOST_POINTS = 10_000;

const READERS: Readonly<Record<string, Reader>> = {
  constant: (value, context) => new ConstantCurve(amount(value, context, 'constant')),
  points: (value, context) => points(list(value, 'points'), context),
  ramp: (value, context) => {
    const { from = 0, rate, cap } = fields(value, 'ramp', ['from', 'rate', 'cap']);
    return new RampCurve({
      originMs: context.originMs,
      from: amount(from, context, 'ramp.from'),
      perMs: signedAmount(rate, context, 'ramp.rate') / 1000,
      cap: cap === undefined ? undefined : amount(cap, context, 'ramp.cap'),
    });
  },
  sine: (value, context) => {
    const given = fields(value, 'sine', ['mean', 'amplitude', 'period', 'phase']);
    const periodMs = durationMs(given['period'], 'sine.period');
    if (periodMs < 1000) throw new Objection('sine.period: at least 1s');
    return new SineCurve({
      originMs: context.originMs,
      mean: amount(given['mean'], context, 'sine.mean'),
      amplitude: amount(given['amplitude'], context, 'sine.amplitude'),
      periodMs,
      phaseMs: given['phase'] === undefined ? 0 : durationMs(given['phase'], 'sine.phase'),
    });
  },
  noise: (value, context) => {
    const { mean = 0, sigma, interval } = fields(value, 'noise', ['mean', 'sigma', 'interval']);
    const intervalMs = durationMs(interval, 'noise.interval');
    if (intervalMs < 1000) throw new Objection('noise.interval: at least 1s');
    return new GaussianCurve({
      originMs: context.originMs,
      mean: amount(mean, context, 'noise.mean'),
      sigma: amount(sigma, context, 'noise.sigma'),
      intervalMs,
      random: (number) => randomFor('usage', ...context.key, number),
    });
  },
  sum: (value, context) =>
    new SumCurve(list(value, 'sum').map((each, i) => curve(each, { ...context, key: [...context.key, i] }))),
  scale: (value, context) => {
    const { of, by } = fields(value, 'scale', ['of', 'by']);
    if (typeof by !== 'number' || !(by >= 0)) throw new Objection('scale.by: must be a number that is not negative');
    return new ScaledCurve(curve(of, context), by);
  },
  clip: (value, context) => {
    const { of, min, max } = fields(value, 'clip', ['of', 'min', 'max']);
    const bounds = {
      min: min === undefined ? 0 : amount(min, context, 'clip.min'),
      max: max === undefined ? Number.POSITIVE_INFINITY : amount(max, context, 'clip.max'),
    };
    if (bounds.max < bounds.min) throw new Objection('clip: min is above max');
    return new ClippedCurve(curve(of, context), bounds);
  },
  expression: (value, context) => {
    const { subject, isMilli = false, key } = context;
    const random = (site: number, interval: number) => randomFor('usage', ...key, site, interval);
    const text = typeof value === 'string' ? value : '';
    const verdict = parseExpression(text, { subject, unitsPerOne: isMilli ? 1000 : 1, random });
    if (!verdict.ok) throw new Objection(`expression: ${verdict.error}`);
    return verdict.curve;
  },
  trace: (value, context) => {
    if (typeof value !== 'string') throw new Objection('trace: must be lines of a time and an amount');
    const lines = value.split('\n').map((line) => line.trim());
    const corners = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(/[\s,;]+/));
    // A file begins with the names of its columns as often as not.
    const rows = corners.length > 1 && timeOf(corners[0]![0]!) === undefined ? corners.slice(1) : corners;
    return points(
      rows.map(([at, amountText]) => ({ at, value: amountText })),
      context,
    );
  },
};
const GENERATORS = Object.keys(READERS);

/**
 * Reads a curve that is made of generators (spec nodes F12): an object with one of `constant`, `points`, `ramp`,
 * `sine`, `noise`, `sum`, `scale`, `clip`, `trace`, and beside it `origin` (`container` or `pod`) or `from` (a time).
 */
export function readGenerator(document: unknown, context: CurveContext, readText: TextReader): CurveVerdict {
  try {
    return { ok: true, curve: curve(document, { ...context, readText }) };
  } catch (error) {
    if (error instanceof Objection) return { ok: false, error: error.message };
    throw error;
  }
}

function curve(document: unknown, context: Context): Curve {
  const { depth = 0 } = context;
  if (depth > DEEPEST) throw new Objection('curves are nested too deep');
  const inner = { ...context, depth: depth + 1 };
  if (typeof document === 'string' || typeof document === 'number') {
    const verdict = context.readText(String(document), inner);
    if (!verdict.ok) throw new Objection(verdict.error);
    return verdict.curve;
  }
  if (Array.isArray(document)) return points(document, inner);
  const { origin, from, ...rest } = fields(document, 'a curve', [...GENERATORS, 'origin', 'from']);
  const [name, ...others] = Object.keys(rest);
  if (name === undefined || others.length > 0) throw new Objection(`give one of ${GENERATORS.join(', ')}`);
  return READERS[name]!(rest[name], { ...inner, originMs: originMs(origin, from, inner) });
}

function originMs(origin: unknown, from: unknown, context: CurveContext): number {
  if (from !== undefined) {
    const ms = typeof from === 'string' ? parseTimeMs(from) : undefined;
    if (ms === undefined) throw new Objection(`from: ${String(from)} is not a time`);
    return ms;
  }
  if (origin === undefined || origin === 'container') return context.originMs;
  if (origin === 'pod') return context.podOriginMs ?? context.originMs;
  throw new Objection('origin: give container, pod or scenario');
}

function points(corners: readonly unknown[], context: CurveContext): Curve {
  if (corners.length === 0 || corners.length > MOST_POINTS) throw new Objection(`give 1 to ${MOST_POINTS} points`);
  const read = corners.map((corner, i): CurvePoint => {
    const { at, value, interpolation = 'step' } = fields(corner, `points[${i}]`, ['at', 'value', 'interpolation']);
    const atMs = timeOf(at);
    if (atMs === undefined) throw new Objection(`points[${i}].at: ${String(at)} is not a time to wait`);
    if (interpolation !== 'step' && interpolation !== 'linear') {
      throw new Objection(`points[${i}].interpolation: give step or linear`);
    }
    return { atMs, value: amount(value, context, `points[${i}].value`), isReachedLinearly: interpolation === 'linear' };
  });
  for (let i = 1; i < read.length; i++) {
    if (read[i]!.atMs <= read[i - 1]!.atMs) throw new Objection(`points[${i}].at: times must increase`);
  }
  const [first] = read;
  const start = first!.isReachedLinearly && first!.atMs > 0 ? [{ atMs: 0, value: 0, isReachedLinearly: false }] : [];
  return new PointCurve([...start, ...read], context.originMs);
}

/** A duration, or seconds as a plain number, as traces have them. */
function timeOf(text: unknown): number | undefined {
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;
  const seconds = /^[0-9]+(\.[0-9]+)?$/.test(String(text)) ? Number(text) * 1000 : undefined;
  const ms = seconds ?? parseDurationMs(String(text));
  return ms !== undefined && ms >= 0 ? Math.round(ms) : undefined;
}

function durationMs(value: unknown, at: string): number {
  const ms = typeof value === 'string' ? parseDurationMs(value) : undefined;
  if (ms === undefined || ms < 0) throw new Objection(`${at}: ${String(value)} is not a duration`);
  return ms;
}

function amount(value: unknown, context: CurveContext, at: string): number {
  if (typeof value !== 'string' && typeof value !== 'number') throw new Objection(`${at}: give an amount`);
  const parsed = parseAmount(String(value), context);
  if ('error' in parsed) throw new Objection(`${at}: ${parsed.error}`);
  return parsed.value;
}

function signedAmount(value: unknown, context: CurveContext, at: string): number {
  const text = String(value);
  return text.startsWith('-') ? -amount(text.slice(1), context, at) : amount(value, context, at);
}

function list(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Objection(`${at}: must be a list`);
  return value;
}

function fields(value: unknown, at: string, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Objection(`${at}: must be an object`);
  const stray = Object.keys(value).find((name) => !known.includes(name));
  if (stray !== undefined) throw new Objection(`${at}: there is no ${stray}; there are ${known.join(', ')}`);
  return value as Fields;
}
