import type { TableColumn, TableRow } from './table';

/** Columns whose cells count from a moment until now. */
const SINCE_SEEN = new Set(['Last Seen', 'First Seen']);
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000 };

/** Returns a duration as kubectl writes ages (`duration.HumanDuration` of apimachinery). */
export function ageText(ms: number): string {
  const seconds = Math.trunc(ms / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 10) return withRest(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 8) return withRest(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (hours < 192) return withRest(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  const years = Math.trunc(days / 365);
  return years < 8 ? withRest(years, 'y', days % 365, 'd') : `${years}y`;
}

function withRest(value: number, unit: string, rest: number, smaller: string): string {
  return rest === 0 ? `${value}${unit}` : `${value}${unit}${rest}${smaller}`;
}

/** Returns the seconds of a duration that kubectl wrote, such as `5m12s`; undefined for another text. */
export function secondsOf(text: string): number | undefined {
  if (!/^(?:\d+[smhdy])+$/.test(text)) return undefined;
  const parts = text.match(/\d+|[smhdy]/g) ?? [];
  return parts.reduce((sum, part, i) => sum + (i % 2 === 0 ? Number(part) * UNIT_SECONDS[parts[i + 1]!]! : 0), 0);
}

/**
 * Returns the text of a cell at a moment of cluster time: the server writes ages when it answers, and they grow until the
 * object changes.
 */
export function cellAt(row: TableRow, index: number, column: TableColumn, nowMs: number | undefined): string {
  const text = row.cells[index] ?? '';
  if (nowMs === undefined) return text;
  if (isAge(column) && row.createdMs !== undefined) return ageText(Math.max(0, nowMs - row.createdMs));
  const seconds = SINCE_SEEN.has(column.name) && row.seenMs !== undefined ? secondsOf(text) : undefined;
  return seconds === undefined ? text : ageText(seconds * 1000 + Math.max(0, nowMs - row.seenMs!));
}

/** Returns whether a column shows the age of the object. */
export function isAge({ name }: TableColumn): boolean {
  return name === 'Age';
}
