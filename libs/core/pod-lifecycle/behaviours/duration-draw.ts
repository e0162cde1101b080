import { parseDurationMs, standardNormal, type Random } from '@orrery/time';

/** A duration, constant or drawn by chance; values are Go durations. */
export type DurationSpec =
  | string
  | { readonly constant: string }
  | { readonly uniform: { readonly min: string; readonly max: string } }
  | {
      readonly normal: {
        readonly mean: string;
        readonly stddev: string;
        readonly min?: string;
        readonly max?: string;
      };
    }
  | {
      readonly lognormal: {
        readonly median: string;
        readonly sigma: number;
        readonly min?: string;
        readonly max?: string;
      };
    }
  | { readonly empirical: readonly string[] };

/** A duration, or what it is drawn from. */
type Draw = (random: () => Random) => number;

const CALL = /^(uniform|normal|lognormal|oneof)\(([^()]*)\)$/;
const NO_BOUND = Number.POSITIVE_INFINITY;

/**
 * Reads a duration in milliseconds or the distribution that it is drawn from: `30s`, `uniform(5s 10s)`,
 * `normal(10s 2s)` with mean and deviation, `lognormal(10s 0.5)` with median and sigma, both with bounds behind them if need
 * be, `oneof(1s 2s never)`. Undefined for anything else, and for what is negative.
 */
export function parseDurationDraw(text: string): Draw | undefined {
  const plain = parseDurationMs(text);
  if (plain !== undefined) return plain >= 0 ? () => plain : undefined;
  const call = CALL.exec(text);
  if (!call) return undefined;
  const words = call[2]!.split(' ').filter((word) => word !== '');
  if (call[1] === 'lognormal') return lognormal(words);
  const times = words.map((word) => (word === 'never' && call[1] === 'oneof' ? NO_BOUND : parseDurationMs(word)));
  if (times.some((ms) => ms === undefined || ms < 0)) return undefined;
  const ms = times as number[];
  switch (call[1]) {
    case 'uniform':
      return ms.length === 2 && ms[0]! <= ms[1]!
        ? (random) => Math.floor(ms[0]! + random().unit() * (ms[1]! - ms[0]!))
        : undefined;
    case 'normal': {
      const [mean, deviation, min = 0, max = NO_BOUND] = ms;
      if (ms.length < 2 || ms.length > 4 || max < min) return undefined;
      return (random) => clamp(mean! + deviation! * standardNormal(random()), min, max);
    }
    default:
      return ms.length > 0 ? (random) => ms[random().below(ms.length)]! : undefined;
  }
}

function lognormal([median, spread, ...bounds]: readonly string[]): Draw | undefined {
  const sigma = /^[0-9]+(\.[0-9]+)?$/.test(spread ?? '') ? Number(spread) : undefined;
  const [medianMs, min = 0, max = NO_BOUND] = [median ?? '', ...bounds].map((word) => parseDurationMs(word) ?? -1);
  if (sigma === undefined || !(medianMs! > 0) || min < 0 || max < min || bounds.length > 2) return undefined;
  return (random) => clamp(medianMs! * Math.exp(sigma * standardNormal(random())), min, max);
}

function clamp(ms: number, min: number, max: number): number {
  return Math.round(Math.min(max, Math.max(min, ms)));
}

/** A duration in the notation of the annotations. */
export function durationText(spec: DurationSpec): string {
  if (typeof spec === 'string') return spec;
  if ('constant' in spec) return spec.constant;
  if ('uniform' in spec) return `uniform(${spec.uniform.min} ${spec.uniform.max})`;
  if ('empirical' in spec) {
    return `oneof(${spec.empirical.map((each) => (each === 'forever' ? 'never' : each)).join(' ')})`;
  }
  if ('normal' in spec) {
    const { mean, stddev, min, max } = spec.normal;
    return `normal(${[mean, stddev, ...boundsText(min, max)].join(' ')})`;
  }
  const { median, sigma, min, max } = spec.lognormal;
  return `lognormal(${[median, sigma, ...boundsText(min, max)].join(' ')})`;
}

function boundsText(min: string | undefined, max: string | undefined): string[] {
  if (max !== undefined) return [min ?? '0s', max];
  return min === undefined ? [] : [min];
}
