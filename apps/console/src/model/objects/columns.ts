import { NAMESPACE } from './sorting';
import type { TableColumn, TableRow } from './table';
import { toneOf } from './tone';

/** Column that is shown: its place among the cells, or -1 for the namespace. */
export interface ShownColumn {
  readonly index: number;
  readonly column: TableColumn;
}

const NAMESPACE_COLUMN: TableColumn = {
  name: NAMESPACE,
  type: 'string',
  format: '',
  description: 'Namespace of the object.',
  priority: 0,
};
/** Limits of the width of a column, in characters. */
const MIN_WIDTH = 5;
const MAX_WIDTH = 60;
/** Width at which a column is never made narrower. */
const KEPT_WIDTH = 34;
/** Width of the sign before a state. */
const SIGN_WIDTH = 3;

/** Returns the columns that `kubectl get` shows, and with `isWide` also those of `-o wide`. */
export function shownColumns(
  columns: readonly TableColumn[],
  { isWide, hasNamespace }: { readonly isWide: boolean; readonly hasNamespace: boolean },
): readonly ShownColumn[] {
  const served = columns.map((column, index) => ({ index, column }));
  const shown = served.filter(({ column: { priority } }) => isWide || priority === 0);
  return hasNamespace ? [{ index: -1, column: NAMESPACE_COLUMN }, ...shown] : shown;
}

/** Returns the widths of columns as tracks of a grid: by their longest text, so that they stay while one scrolls. */
export function columnTracks(shown: readonly ShownColumn[], rows: readonly TableRow[]): string {
  return shown
    .map(({ index, column }) => {
      let longest = '';
      for (const row of rows) if (textIn(row, index).length > longest.length) longest = textIn(row, index);
      const text = Math.max(longest.length, column.name.length + 2);
      const sign = toneOf(column, longest) === undefined ? 0 : SIGN_WIDTH;
      const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, text)) + sign + 2;
      return `minmax(${Math.min(KEPT_WIDTH, width)}ch, ${width}fr)`;
    })
    .join(' ');
}

/** Returns the text of a cell as the server wrote it. */
export function textIn({ cells, namespace }: TableRow, index: number): string {
  return index < 0 ? namespace : (cells[index] ?? '');
}
