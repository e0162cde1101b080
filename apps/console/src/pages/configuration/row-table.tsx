import { flexRender, getCoreRowModel, getSortedRowModel, useReactTable, type ColumnDef } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';

/** Row: its head, and the other cells. */
export interface Row {
  readonly head: string;
  readonly cells: readonly string[];
}

interface RowTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
}

/** Height assumed for a row before it is measured. */
const ROW_PX = 31;
const OVERSCAN = 12;
const MARKS = { asc: ' ▲', desc: ' ▼' } as const;
const SORTS = { asc: 'ascending', desc: 'descending' } as const;

/** Rows to scroll through and to sort by each column; of tens of thousands only those that are seen are in the page. */
export function RowTable({ label, heads, rows }: RowTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const columns = useMemo(
    () =>
      heads.map((head, index): ColumnDef<Row, string> => ({
        id: head,
        header: head,
        accessorFn: ({ head: first, cells }) => (index === 0 ? first : (cells[index - 1] ?? '')),
        sortingFn: 'alphanumeric',
      })),
    [heads],
  );
  // The library asks for arrays that can be written; it writes none.
  const table = useReactTable({
    data: rows as Row[],
    columns,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  });
  const sorted = table.getRowModel().rows;
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  const seen = virtual.getVirtualItems();
  const above = seen[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (seen.at(-1)?.end ?? 0);
  return (
    <div ref={box} className="row-table" tabIndex={0} role="region" aria-label={label}>
      <table aria-rowcount={sorted.length + 1}>
        <thead>
          {table.getHeaderGroups().map(({ id, headers }) => (
            <tr key={id}>
              {headers.map(
                ({ id: column, column: { columnDef, getIsSorted, getToggleSortingHandler }, getContext }) => {
                  const order = getIsSorted();
                  return (
                    <th key={column} scope="col" aria-sort={order === false ? 'none' : SORTS[order]}>
                      <button className="plain" onClick={getToggleSortingHandler()}>
                        {flexRender(columnDef.header, getContext())}
                        {order === false ? '' : MARKS[order]}
                      </button>
                    </th>
                  );
                },
              )}
            </tr>
          ))}
        </thead>
        <tbody>
          {above > 0 && <Space px={above} columns={heads.length} />}
          {seen.map(({ index }) => (
            <tr key={sorted[index]!.id} ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
              {sorted[index]!.getVisibleCells().map((cell, column) => {
                const text = flexRender(cell.column.columnDef.cell, cell.getContext());
                return column === 0 ? (
                  <th key={cell.id} scope="row" className="mono">
                    {text}
                  </th>
                ) : (
                  <td key={cell.id}>{text}</td>
                );
              })}
            </tr>
          ))}
          {below > 0 && <Space px={below} columns={heads.length} />}
        </tbody>
      </table>
    </div>
  );
}

/** Fills the space of rows that are not in the page. */
function Space({ px, columns }: { readonly px: number; readonly columns: number }) {
  return (
    <tr aria-hidden="true" className="row-space">
      <td colSpan={columns} style={{ height: px }} />
    </tr>
  );
}
