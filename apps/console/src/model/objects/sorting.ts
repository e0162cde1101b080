import { isAge, secondsOf } from './ages';
import type { TableColumn, TableRow } from './table';

/** Order of a table: by a column, or by the namespace. */
export interface TableOrder {
  /** Name of the column; {@link NAMESPACE} for the namespace. */
  readonly by: string;
  readonly isDescending: boolean;
}

/** Column that the console puts before those of the server when all namespaces are shown. */
export const NAMESPACE = 'Namespace';

const collator = new Intl.Collator('en', { numeric: true });

/** Returns the order in which a table opens: events by their last occurrence, newest first; others by namespace and name. */
export function usualOrder(columns: readonly TableColumn[]): TableOrder {
  const lastSeen = columns.some(({ name }) => name === 'Last Seen');
  return { by: lastSeen ? 'Last Seen' : NAMESPACE, isDescending: false };
}

/** Returns the order after a click on the head of a column: ascending, then descending. */
export function toggled({ by, isDescending }: TableOrder, column: string): TableOrder {
  return { by: column, isDescending: by === column && !isDescending };
}

/**
 * Returns the rows in an order. Ages sort by time, shares such as `1/3` by what they make, numbers by value and texts
 * with their numbers by value; rows that are equal sort by namespace and name.
 */
export function sortedRows(
  rows: readonly TableRow[],
  columns: readonly TableColumn[],
  { by, isDescending }: TableOrder,
): readonly TableRow[] {
  const index = columns.findIndex(({ name }) => name === by);
  const column = columns[index];
  const keys = new Map(rows.map((row) => [row, column ? keyOf(row, index, column) : row.namespace] as const));
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => sign * compared(keys.get(a)!, keys.get(b)!) || byName(a, b));
}

function keyOf(row: TableRow, index: number, column: TableColumn): string | number {
  if (isAge(column)) return -(row.createdMs ?? Infinity);
  const text = row.cells[index] ?? '';
  const seconds = secondsOf(text);
  if (seconds !== undefined) return seconds - (row.seenMs ?? 0) / 1000;
  const share = /^(\d+)\/(\d+)$/.exec(text);
  if (share) return Number(share[1]) / Math.max(1, Number(share[2]));
  const number = /^-?\d+(?:\.\d+)?(?= |$)/.exec(text);
  return number ? Number(number[0]) : text;
}

/** Numbers come before texts. */
function compared(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return typeof a === 'number' ? -1 : 1;
}

function byName(a: TableRow, b: TableRow): number {
  return collator.compare(a.namespace, b.namespace) || collator.compare(a.name, b.name);
}
