const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAYS_OF_YEAR = 365;

/** Returns how long ago a time of the API was; `<unknown>` for none. */
export function ageSince(timestamp: string | null | undefined, nowMs: number): string {
  if (!timestamp) return '<unknown>';
  const sinceMs = Date.parse(timestamp);
  return Number.isNaN(sinceMs) ? '<unknown>' : formatAge(nowMs - sinceMs);
}

/** A duration in the two units that matter (as in apimachinery `pkg/util/duration`); a zero second one is left out. */
export function formatAge(durationMs: number): string {
  const seconds = Math.trunc(durationMs / SECOND);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(durationMs / MINUTE);
  if (minutes < 10) return twoUnits(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(durationMs / HOUR);
  if (hours < 8) return twoUnits(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (days < 8) return twoUnits(days, 'd', hours % 24, 'h');
  if (days < 2 * DAYS_OF_YEAR) return `${days}d`;
  const years = Math.trunc(days / DAYS_OF_YEAR);
  return years < 8 ? twoUnits(years, 'y', days % DAYS_OF_YEAR, 'd') : `${years}y`;
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}
