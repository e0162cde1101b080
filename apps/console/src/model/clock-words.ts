/** State of a clock. */
export interface ClockState {
  readonly mode: string;
  readonly rate: number;
}

/** Returns a description of a cluster's clock; `undefined`: the cluster is gone. */
export function clockWords(clock: ClockState | undefined): string {
  if (clock === undefined) return 'no clock';
  switch (clock.mode) {
    case 'MANUAL':
      return 'manual';
    case 'REALTIME':
      return 'real time';
    case 'AUTO':
      return 'from event to event';
    default:
      return `${clock.rate}× real time`;
  }
}

/** A time of a cluster for people, in UTC: `2026-01-01 08:00:05`. */
export function clusterTime(time: string | number): string {
  return new Date(time).toISOString().replace('T', ' ').slice(0, 19);
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
] as const;

/** A duration in its two largest units: `1h 5m`, `40s`, `120ms`. */
export function durationWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  let seconds = Math.round(ms / 1000);
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    if (seconds >= size) parts.push(`${Math.floor(seconds / size)}${unit}`);
    seconds %= size;
  }
  if (seconds > 0) parts.push(`${seconds}s`);
  return parts.slice(0, 2).join(' ');
}
