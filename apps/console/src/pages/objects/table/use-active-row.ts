import { useMemo, useState } from 'react';
import type { TableRow } from '../../../model/objects/table';

/** The row that keys act on. */
interface ActiveRow {
  /** Its index among the shown rows; -1 if it is not one of them. */
  readonly index: number;
  readonly row: TableRow | undefined;
  /** Moves by so many rows, and no further than to an end. */
  move(by: number): void;
  set(row: TableRow | undefined): void;
}

/** Keeps the row that keys act on, wherever it moves in the order; the first row until one is chosen. */
export function useActiveRow(rows: readonly TableRow[]): ActiveRow {
  const [uid, setUid] = useState<string>();
  const index = useMemo(
    () => (uid === undefined ? Math.min(0, rows.length - 1) : rows.findIndex((row) => row.uid === uid)),
    [rows, uid],
  );
  return {
    index,
    row: rows[index],
    // A row that is gone has no neighbours: the first row comes next.
    move: (by) => setUid(rows[index < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, index + by))]?.uid),
    set: (row) => setUid(row?.uid),
  };
}
