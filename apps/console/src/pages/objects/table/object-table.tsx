import { useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../../../graphql/client-context';
import { useClusterNow, useObjectTable } from '../../../live/use-object-table';
import type { TableSource } from '../../../live/table-feed';
import { placeQuery, type ObjectPlace } from '../../../model/editor/object-place';
import { shownColumns } from '../../../model/objects/columns';
import { apiPath, type ServedKind } from '../../../model/objects/served-kind';
import type { TableRow } from '../../../model/objects/table';
import { SelectionBar } from '../bulk/selection-bar';
import { EmptyNote, TableHead } from './table-head';
import { TableGrid } from './table-grid';
import { TableTools } from './table-tools';
import { useActiveRow } from './use-active-row';
import { useSelection } from './use-selection';
import { useShownRows } from './use-shown-rows';
import { useTableKeys } from './use-table-keys';
import './table.css';

interface ObjectTableProps {
  readonly place: ObjectPlace;
  readonly kind: ServedKind;
  /** True if another view is shown in its place; the table is kept for the way back. */
  readonly isHidden: boolean;
  readonly onOpen: (place: ObjectPlace) => void;
  /** The filters of the table are others. */
  readonly onPlace: (place: ObjectPlace) => void;
  /** Opens the list of kinds where it is not beside the table. */
  readonly onKinds: () => void;
}

/** The objects of a kind as kubectl shows them: followed, filtered, sorted, selected and opened. */
export function ObjectTable({ place, kind, isHidden, onOpen, onPlace, onKinds }: ObjectTableProps) {
  const { cluster } = useClient();
  const nowMs = useClusterNow();
  const table = useObjectTable(sourceOf(cluster, place, kind), nowMs);
  const { rows, order, words, setOrder, orderBy, setWords } = useShownRows(table);
  const selection = useSelection(rows);
  const [isWide, setIsWide] = useState(false);
  const active = useActiveRow(rows);
  const [page, setPage] = useState(1);
  const wordsField = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLElement>(null);
  const hasNamespace = kind.namespaced && place.namespace === undefined;
  const columns = useMemo(
    () => shownColumns(table.columns, { isWide, hasNamespace }),
    [table.columns, isWide, hasNamespace],
  );
  const placeOfRow = ({ namespace, name }: TableRow): ObjectPlace => ({
    apiVersion: place.apiVersion,
    kind: place.kind,
    namespace: namespace || undefined,
    name,
  });
  const open = (row: TableRow): void => {
    active.set(row);
    onOpen(placeOfRow(row));
  };
  const toRows = (): void => {
    grid.current?.querySelector<HTMLElement>('[role=grid]')?.focus();
    if (!active.row) active.set(undefined);
  };
  useTableKeys(
    {
      page,
      move: active.move,
      open: () => active.row && open(active.row),
      toggle: () => active.row && selection.toggle(active.row),
      filter: () => wordsField.current?.focus(),
      back: () => (selection.uids.size > 0 ? selection.clear() : setWords('')),
    },
    !isHidden,
  );
  useEffect(() => {
    if (!isHidden) toRows();
  }, [isHidden]);
  return (
    <section className="object-table" aria-label="Objects" hidden={isHidden} ref={grid}>
      <TableHead place={place} kind={kind} table={table} shown={rows.length} onOpen={onOpen} onKinds={onKinds} />
      <TableTools
        place={place}
        kind={kind}
        columns={columns}
        hasWide={table.columns.some(({ priority }) => priority > 0)}
        isWide={isWide}
        order={order}
        words={words}
        wordsField={wordsField}
        onWide={setIsWide}
        onOrder={setOrder}
        onWords={setWords}
        onPlace={onPlace}
        onRows={toRows}
      />
      {table.problem !== '' && (
        <p role="alert" className="error-text table-note">
          {table.problem}
        </p>
      )}
      {rows.length === 0 && table.problem === '' && <EmptyNote table={table} kind={kind} place={place} />}
      <TableGrid
        label={`${kind.kind} objects`}
        columns={columns}
        rows={rows}
        order={order}
        nowMs={nowMs}
        selected={selection.uids}
        active={active.index}
        hrefOf={(row) => `/console/${encodeURIComponent(cluster)}/objects?${placeQuery(placeOfRow(row))}`}
        onOrder={orderBy}
        onOpen={open}
        onToggle={selection.toggle}
        onToggleAll={selection.toggleAll}
        onPage={setPage}
      />
      <SelectionBar apiVersion={place.apiVersion} kind={kind} rows={selection.rows} onClear={selection.clear} />
    </section>
  );
}

function sourceOf(
  cluster: string,
  { apiVersion, namespace, labels, fields }: ObjectPlace,
  kind: ServedKind,
): TableSource {
  const path = apiPath({ apiVersion, resource: kind.name, namespace: kind.namespaced ? namespace : undefined });
  return { cluster, path, labels, fields, hasWatch: kind.verbs.includes('watch') };
}
