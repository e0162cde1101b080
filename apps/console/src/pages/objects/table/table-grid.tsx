import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { cellAt } from '../../../model/objects/ages';
import { columnTracks, textIn, type ShownColumn } from '../../../model/objects/columns';
import type { TableOrder } from '../../../model/objects/sorting';
import type { TableRow } from '../../../model/objects/table';
import { toneOf } from '../../../model/objects/tone';

interface TableGridProps {
  readonly label: string;
  readonly columns: readonly ShownColumn[];
  /** In the order in which they are shown. */
  readonly rows: readonly TableRow[];
  readonly order: TableOrder;
  readonly nowMs: number | undefined;
  readonly selected: ReadonlySet<string>;
  /** Index of the row that keys act on; -1 for none. */
  readonly active: number;
  readonly hrefOf: (row: TableRow) => string;
  readonly onOrder: (column: string) => void;
  readonly onOpen: (row: TableRow) => void;
  readonly onToggle: (row: TableRow) => void;
  readonly onToggleAll: () => void;
  /** Number of rows that fit into the window. */
  readonly onPage: (rows: number) => void;
}

/** Height assumed for a row before it is measured. */
const ROW_PX = 34;
const OVERSCAN = 10;
const MARKS = { true: ' ▼', false: ' ▲' } as const;

/** Rows of a table, of which only those that are seen are in the page. */
export function TableGrid(props: TableGridProps) {
  const { label, columns, rows, selected, active, onPage } = props;
  const box = useRef<HTMLDivElement>(null);
  const tracks = useMemo(() => columnTracks(columns, rows), [columns, rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.uid ?? index,
    overscan: OVERSCAN,
  });
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' });
  }, [active]);
  const height = virtual.scrollRect?.height ?? 0;
  useEffect(() => onPage(Math.max(1, Math.floor(height / ROW_PX) - 2)), [height]);
  const seen = virtual.getVirtualItems();
  const padding = {
    paddingTop: seen[0]?.start ?? 0,
    paddingBottom: virtual.getTotalSize() - (seen.at(-1)?.end ?? 0),
  };
  // Tracks of the grid are a variable: on a phone the rows have another layout.
  const style = { '--tracks': `34px ${tracks}` } as CSSProperties;
  const isActiveSeen = seen.some(({ index }) => index === active);
  return (
    <div
      ref={box}
      className="object-grid"
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={isActiveSeen ? rowId(rows[active]!) : undefined}
      tabIndex={0}
      style={style}
    >
      <GridHead {...props} isAll={rows.length > 0 && rows.every(({ uid }) => selected.has(uid))} />
      <div role="rowgroup" style={padding}>
        {seen.map(({ index, key }) => (
          <GridRow key={key} {...props} row={rows[index]!} index={index} measure={virtual.measureElement} />
        ))}
      </div>
    </div>
  );
}

function rowId({ uid }: TableRow): string {
  return `row-${uid}`;
}

function GridHead({ columns, order, isAll, onOrder, onToggleAll }: TableGridProps & { readonly isAll: boolean }) {
  return (
    <div role="rowgroup" className="object-heads">
      <div role="row" aria-rowindex={1} className="object-row">
        <div role="columnheader">
          <input type="checkbox" aria-label="Select all rows" checked={isAll} onChange={onToggleAll} />
        </div>
        {columns.map(({ index, column: { name, description } }) => {
          const isOrder = name === order.by;
          const sort = isOrder ? (order.isDescending ? 'descending' : 'ascending') : 'none';
          return (
            <div key={index} role="columnheader" aria-sort={sort}>
              <button className="plain" title={description} onClick={() => onOrder(name)}>
                {name}
                {isOrder && <span aria-hidden="true">{MARKS[`${order.isDescending}`]}</span>}
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface GridRowProps extends TableGridProps {
  readonly row: TableRow;
  readonly index: number;
  readonly measure: (element: Element | null) => void;
}

function GridRow({ row, index, measure, columns, nowMs, selected, active, hrefOf, onOpen, onToggle }: GridRowProps) {
  const isSelected = selected.has(row.uid);
  return (
    <div
      ref={measure}
      id={rowId(row)}
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={`object-row${index === active ? ' is-active' : ''}${row.isEnding ? ' is-ending' : ''}`}
      onClick={(event) => {
        // A link opens a new tab if the browser is asked for one.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(row);
      }}
    >
      <div role="gridcell" onClick={(event) => event.stopPropagation()}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${row.name}`}
          checked={isSelected}
          onChange={() => onToggle(row)}
        />
      </div>
      {columns.map((shown) => (
        <Cell key={shown.index} row={row} shown={shown} nowMs={nowMs} href={hrefOf(row)} />
      ))}
    </div>
  );
}

interface CellProps {
  readonly row: TableRow;
  readonly shown: ShownColumn;
  readonly nowMs: number | undefined;
  readonly href: string;
}

/** A cell: the name is a link, and a state has the colour of its tone. */
function Cell({ row, shown: { index, column }, nowMs, href }: CellProps) {
  const text = index < 0 ? textIn(row, index) : cellAt(row, index, column, nowMs);
  const tone = toneOf(column, text);
  const isName = column.name === 'Name' && text === row.name;
  return (
    <div role="gridcell" data-head={column.name} className={isName ? 'is-name' : ''} title={text}>
      {isName ? (
        <a href={href} tabIndex={-1} className="mono">
          {text}
        </a>
      ) : tone === undefined ? (
        text
      ) : (
        <span className={`state ${tone}`}>{text}</span>
      )}
    </div>
  );
}
