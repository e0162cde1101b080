import { withoutEnd } from '@orrery/api-types';
import { formatQuantity, quantityValue, tryParseQuantity } from '@orrery/quantity';
import { parseGoDuration } from '@orrery/time';
import { isSignal, Signal } from '../signals';
import { isHard, type Threshold, type ThresholdAmount } from './threshold';

/** The settings of a kubelet that thresholds are made of: signal to text. */
export interface EvictionSettings {
  readonly evictionHard?: Readonly<Record<string, string>>;
  readonly evictionSoft?: Readonly<Record<string, string>>;
  /** Go durations. */
  readonly evictionSoftGracePeriod?: Readonly<Record<string, string>>;
  readonly evictionMinimumReclaim?: Readonly<Record<string, string>>;
  readonly enforceNodeAllocatable?: readonly string[];
}

/** The thresholds in order of configuration: hard ones, soft ones, twins; or everything that is wrong. */
export type ThresholdsVerdict =
  | { readonly ok: true; readonly thresholds: readonly Threshold[] }
  | { readonly ok: false; readonly errors: readonly string[] };

type Parsed<T> = { readonly value: T } | { readonly error: string };

/**
 * Reads and validates eviction settings (`pkg/kubelet/eviction/helpers.go`).
 * @param largestFraction the largest percentage, as a fraction. Old kubelets, such as 1.20, held the fraction itself
 * against 100, so that 120% was taken.
 */
export function parseThresholds(settings: EvictionSettings, largestFraction = 1): ThresholdsVerdict {
  const errors: string[] = [];
  const parseValue = (signal: string, text: string) => parseThreshold(signal, text, largestFraction);
  const hard = parseEach(settings.evictionHard, parseValue, errors);
  const soft = parseEach(settings.evictionSoft, parseValue, errors);
  const graces = parseEach(settings.evictionSoftGracePeriod, parseGrace, errors);
  const reclaims = parseEach(settings.evictionMinimumReclaim, parseMinReclaim, errors);
  for (const signal of soft.keys()) {
    if (errors.length === 0 && !graces.has(signal)) {
      errors.push(`grace period must be specified for the soft eviction threshold ${signal}`);
    }
  }
  if (errors.length > 0) return { ok: false, errors };
  const thresholds: Threshold[] = [];
  const add = (signal: Signal, value: ThresholdAmount | undefined, gracePeriodMs: number): void => {
    const minReclaim = reclaims.get(signal);
    if (value) thresholds.push({ signal, value, gracePeriodMs, ...(minReclaim ? { minReclaim } : {}) });
  };
  for (const [signal, value] of hard) add(signal, value, 0);
  for (const [signal, value] of soft) add(signal, value, graces.get(signal) ?? 0);
  const enforcesPods = settings.enforceNodeAllocatable?.includes('pods') ?? false;
  return { ok: true, thresholds: enforcesPods ? withAllocatableTwins(thresholds) : thresholds };
}

/** Adds to each threshold for the node's memory one for the limit of all pods; only hard thresholds. */
function withAllocatableTwins(thresholds: readonly Threshold[]): Threshold[] {
  const twins = thresholds
    .filter((threshold) => threshold.signal === Signal.MemoryAvailable && isHard(threshold))
    .map((threshold) => ({ ...threshold, signal: Signal.AllocatableMemoryAvailable }));
  return [...thresholds, ...twins];
}

function parseEach<T>(
  texts: Readonly<Record<string, string>> | undefined,
  parse: (signal: string, text: string) => Parsed<T>,
  errors: string[],
): Map<Signal, T> {
  const found = new Map<Signal, T>();
  for (const [signal, text] of Object.entries(texts ?? {})) {
    if (!isSignal(signal)) {
      errors.push(`unsupported eviction signal ${signal}`);
      continue;
    }
    const parsed = parse(signal, text);
    if ('error' in parsed) errors.push(parsed.error);
    else found.set(signal, parsed.value);
  }
  return found;
}

/** Parses a threshold; undefined for `0%` and `100%`, which disable it. */
function parseThreshold(signal: string, text: string, largestFraction: number): Parsed<ThresholdAmount | undefined> {
  if (text === '0%' || text === '100%') return { value: undefined };
  if (text.endsWith('%')) {
    const parsed = parsePercentage(text);
    if ('error' in parsed) return parsed;
    const { fraction } = parsed.value;
    if (fraction < 0) return { error: `eviction percentage threshold ${signal} must be >= 0%: ${text}` };
    if (fraction > largestFraction)
      return { error: `eviction percentage threshold ${signal} must be <= 100%: ${text}` };
    return parsed;
  }
  const parsed = parseAmount(text);
  if ('error' in parsed || parsed.value.amount > 0) return parsed;
  return { error: `eviction threshold ${signal} must be positive: ${parsed.value.text}` };
}

function parseMinReclaim(signal: string, text: string): Parsed<ThresholdAmount> {
  if (text.endsWith('%')) {
    const parsed = parsePercentage(text);
    if ('error' in parsed || !(parsed.value.fraction <= 0)) return parsed;
    return { error: `eviction percentage minimum reclaim ${signal} must be positive: ${text}` };
  }
  const parsed = parseAmount(text);
  if ('error' in parsed || parsed.value.amount >= 0) return parsed;
  return { error: `negative eviction minimum reclaim specified for ${signal}` };
}

function parseGrace(_signal: string, text: string): Parsed<number> {
  const parsed = parseGoDuration(text);
  if (!parsed.ok) return { error: parsed.error };
  const ms = parsed.durationMs;
  if (ms < 0) return { error: `invalid eviction grace period specified: ${text}, must be a positive value` };
  return { value: ms };
}

function parseAmount(text: string): Parsed<{ amount: number; text: string }> {
  const verdict = tryParseQuantity(text);
  if (!verdict.ok) return { error: verdict.error };
  return { value: { amount: Number(quantityValue(text)), text: formatQuantity(verdict.quantity) } };
}

const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

function parsePercentage(text: string): Parsed<{ fraction: number }> {
  const number = withoutEnd(text, '%');
  const value = floatOf(number);
  if (value === undefined) return { error: `strconv.ParseFloat: parsing ${JSON.stringify(number)}: invalid syntax` };
  return { value: { fraction: Math.fround(Math.fround(value) / 100) } };
}

function floatOf(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text);
  const word = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (!word) return undefined;
  if (word[2]!.toLowerCase() === 'nan') return word[1] === '' ? Number.NaN : undefined;
  return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
