import { parseDurationMs, parseTimeMs, randomFor } from '@orrery/time';
import { PointCurve, type CurveNoise, type CurvePoint } from './curve';
import { parseAmount, type CurveContext, type Parsed } from './parse-amount';
import { readGenerator, type CurveVerdict } from './read-generator';

const POINT = /^(?:([^=~]+)([=~]))?([^=~]+)$/;

/**
 * Reads a curve: `512Mi`; `0s=100Mi,30s=1Gi` for steps; `100Mi,1m~2Gi` for a straight climb within the first minute;
 * percentages such as `90%limit` or, of a node, `80%`; options behind semicolons: `noise=10%/5s` lets every five seconds
 * deviate by chance, `from=2026-03-01T12:00:00Z` counts from that time. A text that begins with a brace is a generator
 * as JSON.
 */
export function parseCurve(text: string, context: CurveContext): CurveVerdict {
  if (text.trimStart().startsWith('{')) return parseGenerator(text, context);
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

function parseGenerator(text: string, context: CurveContext): CurveVerdict {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { ok: false, error: 'a generator must be JSON' };
  }
  return readGenerator(document, context, parseCurve);
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
  if (atMs === undefined || atMs < 0) return { error: `${text}: ${match[1]} is not a time to wait` };
  const value = parseAmount(match[3]!.trim(), context);
  if ('error' in value) return value;
  return { value: { atMs, value: value.value, isReachedLinearly: match[2] === '~' } };
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
