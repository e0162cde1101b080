import { quantityMilliValue, quantityValue, tryParseQuantity } from '@orrery/quantity';
import { parseDurationMs, parseTimeMs, randomFor } from '@orrery/time';
import { PointCurve, type Curve, type CurveNoise, type CurvePoint } from './curve';

/** What the words of a curve's text refer to. */
export interface CurveContext {
  /** Instant that times are counted from, unless the text names another. */
  readonly originMs: number;
  /** Amounts that percentages are of, by word: `80%limit`; the empty word stands for the capacity. */
  readonly bases: Readonly<Record<string, number | undefined>>;
  /** Thousandths (cpu) instead of whole units. */
  readonly isMilli?: boolean;
  /** Seeds the noise. */
  readonly key: readonly (string | number)[];
}

export type CurveVerdict =
  { readonly ok: true; readonly curve: Curve } | { readonly ok: false; readonly error: string };

type Parsed<T> = { readonly value: T } | { readonly error: string };

const POINT = /^(?:([^=~]+)([=~]))?([^=~]+)$/;

/**
 * Reads a curve: `512Mi`; `0s=100Mi,30s=1Gi` for steps; `100Mi,1m~2Gi` for a straight climb within the first minute;
 * percentages such as `90%limit` or, of a node, `80%`; options behind semicolons: `noise=10%/5s` lets every five seconds
 * deviate by chance, `from=2026-03-01T12:00:00Z` counts from that time.
 */
export function parseCurve(text: string, context: CurveContext): CurveVerdict {
  const [corners = '', ...options] = text.split(';');
  const points: CurvePoint[] = [];
  for (const corner of corners.split(',')) {
    const point = parsePoint(corner.trim(), context);
    if ('error' in point) return { ok: false, error: point.error };
    const before = points.at(-1);
    if (before && point.value.atMs <= before.atMs) return { ok: false, error: `${corner.trim()}: times must increase` };
    if (!before && point.value.isReachedLinearly) {
      if (point.value.atMs === 0) return { ok: false, error: `${corner.trim()}: a climb needs time` };
      points.push({ atMs: 0, value: 0, isReachedLinearly: false });
    }
    points.push(point.value);
  }
  return withOptions(points, options, context);
}

function withOptions(points: readonly CurvePoint[], options: readonly string[], context: CurveContext): CurveVerdict {
  let { originMs } = context;
  let noise: CurveNoise | undefined;
  for (const option of options) {
    const [name = '', value = ''] = option.trim().split('=');
    if (name === 'from') {
      const fromMs = parseTimeMs(value);
      if (fromMs === undefined) return { ok: false, error: `${option.trim()}: no time` };
      originMs = fromMs;
    } else if (name === 'noise') {
      const parsed = parseNoise(value, context.key);
      if ('error' in parsed) return { ok: false, error: parsed.error };
      noise = parsed.value;
    } else return { ok: false, error: `${option.trim()}: no option; there are noise and from` };
  }
  return { ok: true, curve: new PointCurve(points, originMs, noise) };
}

function parsePoint(text: string, context: CurveContext): Parsed<CurvePoint> {
  const match = POINT.exec(text);
  if (!match) return { error: `${text}: no point; write 30s=1Gi` };
  const atMs = match[1] === undefined ? 0 : parseDurationMs(match[1].trim());
  if (atMs === undefined || atMs < 0) return { error: `${text}: ${match[1]} is no time to wait` };
  const value = parseAmount(match[3]!.trim(), context);
  if ('error' in value) return value;
  return { value: { atMs, value: value.value, isReachedLinearly: match[2] === '~' } };
}

function parseAmount(text: string, { bases, isMilli }: CurveContext): Parsed<number> {
  const share = /^([0-9.]+)%([a-z]*)$/.exec(text);
  if (share) {
    const word = share[2]!;
    const base = Object.hasOwn(bases, word) ? bases[word] : undefined;
    if (base === undefined)
      return { error: `${text}: there is no ${word === '' ? 'capacity' : word} to take a share of` };
    return { value: (Number(share[1]) / 100) * base };
  }
  const verdict = tryParseQuantity(text);
  if (!verdict.ok || verdict.quantity.nanos < 0n) return { error: `${text}: no amount` };
  return { value: Number(isMilli ? quantityMilliValue(text) : quantityValue(text)) };
}

function parseNoise(text: string, key: CurveContext['key']): Parsed<CurveNoise> {
  const match = /^([0-9.]+)%\/(.+)$/.exec(text);
  const intervalMs = match ? parseDurationMs(match[2]!) : undefined;
  const share = Number(match?.[1]) / 100;
  if (!intervalMs || intervalMs < 1000 || !(share >= 0 && share <= 1)) {
    return { error: `noise=${text}: write noise=10%/5s, at most 100% and at least every second` };
  }
  return { value: { share, intervalMs, random: (interval) => randomFor('usage', ...key, interval) } };
}
