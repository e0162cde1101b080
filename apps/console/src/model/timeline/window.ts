/** The stretch of cluster time that is shown. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The shortest stretch: a step of the clock is a moment, and labels are in seconds. */
const LEAST_MS = 1_000;

/** A window that is a factor as long, around a time that stays where it is; never beyond the whole. */
export function zoomed(
  window: TimeWindow,
  whole: TimeWindow,
  aroundMs: number,
  factor: number,
): TimeWindow | undefined {
  const length = Math.max(LEAST_MS, (window.toMs - window.fromMs) * factor);
  if (length >= whole.toMs - whole.fromMs) return undefined;
  const share = (aroundMs - window.fromMs) / (window.toMs - window.fromMs);
  const fromMs = Math.min(Math.max(whole.fromMs, aroundMs - share * length), whole.toMs - length);
  return { fromMs, toMs: fromMs + length };
}

/** A window moved by a share of its length, never beyond the whole. */
export function moved(window: TimeWindow, whole: TimeWindow, share: number): TimeWindow {
  const length = window.toMs - window.fromMs;
  const fromMs = Math.min(Math.max(whole.fromMs, window.fromMs + share * length), whole.toMs - length);
  return { fromMs, toMs: fromMs + length };
}
