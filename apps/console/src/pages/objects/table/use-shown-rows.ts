import { useMemo, useState } from 'react';
import type { TableState } from '../../../live/table-feed';
import { sortedRows, toggled, usualOrder, type TableOrder } from '../../../model/objects/sorting';
import { matchesWords, type TableRow } from '../../../model/objects/table';

/** Rows of a table that match the words of the filter, in their order. */
interface ShownRows {
  readonly rows: readonly TableRow[];
  readonly order: TableOrder;
  readonly words: string;
  setOrder(order: TableOrder): void;
  /** Orders by a column, or turns its order round. */
  orderBy(column: string): void;
  setWords(words: string): void;
}

export function useShownRows({ rows, columns }: Pick<TableState, 'rows' | 'columns'>): ShownRows {
  const [words, setWords] = useState('');
  const [chosen, setOrder] = useState<TableOrder>();
  const order = chosen ?? usualOrder(columns);
  const sorted = useMemo(() => sortedRows(rows, columns, order), [rows, columns, order.by, order.isDescending]);
  const found = useMemo(
    () => (words.trim() === '' ? sorted : sorted.filter((row) => matchesWords(row, words.trim()))),
    [sorted, words],
  );
  return { rows: found, order, words, setOrder, orderBy: (column) => setOrder(toggled(order, column)), setWords };
}
