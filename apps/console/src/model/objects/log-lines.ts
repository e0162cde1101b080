/** Lines of a log that the page keeps; older ones are left out. */
export const MAX_LINES = 5_000;

/** Lines of a log, of which the newest are kept. */
export interface LogLines {
  readonly lines: readonly string[];
  /** Number of lines that were left out. */
  readonly dropped: number;
}

export const NO_LINES: LogLines = { lines: [], dropped: 0 };

/** Returns the lines with further ones at their end. */
export function withLines({ lines, dropped }: LogLines, more: readonly string[]): LogLines {
  const all = [...lines, ...more];
  const excess = Math.max(0, all.length - MAX_LINES);
  return { lines: all.slice(excess), dropped: dropped + excess };
}
