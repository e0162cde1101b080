import { parseDurationMs } from '@orrery/time';

/** The fields of a probe that say when it runs and how often it must agree (spec nodes F8). */
export interface ProbeTiming {
  readonly initialDelaySeconds?: number;
  readonly periodSeconds?: number;
  readonly successThreshold?: number;
  readonly failureThreshold?: number;
}

/** Period in which a probe fails, in milliseconds since the start of the container; the end is outside. */
export interface FailureWindow {
  readonly fromMs: number;
  readonly toMs: number;
  /** Text of the event for such a failure; undefined where it is not known. */
  readonly text?: string;
}

/** Reads `60s-90s,5m-`: times after the start of the container; undefined if it cannot be read. */
export function parseFailureWindows(text: string): FailureWindow[] | undefined {
  const windows: FailureWindow[] = [];
  for (const part of text.split(',')) {
    const [from, to, ...more] = part.trim().split('-');
    const fromMs = parseDurationMs(from ?? '');
    const toMs = to === '' ? Number.POSITIVE_INFINITY : parseDurationMs(to ?? '');
    if (more.length > 0 || fromMs === undefined || toMs === undefined || fromMs < 0 || toMs <= fromMs) return undefined;
    windows.push({ fromMs, toMs });
  }
  return windows.sort((a, b) => a.fromMs - b.fromMs);
}

export interface ProbeQuestion {
  readonly timing: ProbeTiming;
  readonly failures: readonly FailureWindow[];
  /** Time at which the probe was enabled, in milliseconds since the start of the container. */
  readonly enabledMs: number;
  /** Results from this instant on count. */
  readonly fromMs: number;
  /** The result that is waited for. */
  readonly result: 'success' | 'failure';
}

/**
 * Returns the time at which a probe has had the same result often enough in a row, in milliseconds since the start of the
 * container; undefined if that never happens. It is computed from the edges of the windows, not by a check of each period.
 */
export function probeTurnMs({ timing, failures, enabledMs, fromMs, result }: ProbeQuestion): number | undefined {
  const periodMs = (timing.periodSeconds ?? 10) * 1000;
  const needed = result === 'success' ? (timing.successThreshold ?? 1) : (timing.failureThreshold ?? 3);
  const delayMs = Math.ceil(((timing.initialDelaySeconds ?? 0) * 1000) / periodMs) * periodMs;
  const firstMs = enabledMs + delayMs;
  const spans = result === 'failure' ? failures : gapsBetween(failures);
  for (const span of spans) {
    const beginMs = Math.max(span.fromMs, fromMs, firstMs);
    const probeMs = firstMs + Math.ceil((beginMs - firstMs) / periodMs) * periodMs;
    const lastMs = probeMs + (needed - 1) * periodMs;
    if (lastMs < span.toMs) return lastMs;
  }
  return undefined;
}

function gapsBetween(failures: readonly FailureWindow[]): FailureWindow[] {
  const gaps: FailureWindow[] = [];
  let fromMs = 0;
  for (const failure of failures) {
    if (failure.fromMs > fromMs) gaps.push({ fromMs, toMs: failure.fromMs });
    fromMs = Math.max(fromMs, failure.toMs);
  }
  if (fromMs < Number.POSITIVE_INFINITY) gaps.push({ fromMs, toMs: Number.POSITIVE_INFINITY });
  return gaps;
}
