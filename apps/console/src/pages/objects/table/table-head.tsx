import type { TableState } from '../../../live/table-feed';
import { NEW, type ObjectPlace } from '../../../model/editor/object-place';
import type { ServedKind } from '../../../model/objects/served-kind';
import { grouped, plural } from '../../../model/words';
import { ExportButton } from '../export-button';

interface TableHeadProps {
  readonly place: ObjectPlace;
  readonly kind: ServedKind;
  readonly table: TableState;
  /** Number of rows that match the filter. */
  readonly shown: number;
  readonly onOpen: (place: ObjectPlace) => void;
  readonly onKinds: () => void;
}

/** The kind of a table, how many objects it has, and what can be done with all of them. */
export function TableHead({ place: { apiVersion }, kind, table, shown, onOpen, onKinds }: TableHeadProps) {
  return (
    <div className="table-head">
      <button className="kinds-button" onClick={onKinds}>
        Kinds
      </button>
      <h2>{kind.kind}</h2>
      <span className="quiet small">{countWords(table, shown)}</span>
      <span className="grow" />
      <ExportButton apiVersion={apiVersion} kind={kind.kind} />
      {kind.verbs.includes('create') && (
        <button onClick={() => onOpen({ apiVersion, kind: kind.kind, tab: NEW })}>New</button>
      )}
    </div>
  );
}

/** The number of objects, and the state of their reading. */
function countWords({ rows, left, progress }: TableState, shown: number): string {
  const all = rows.length + left;
  const amount = shown === rows.length ? plural(all, 'object') : `${grouped(shown)} of ${plural(all, 'object')}`;
  const state = { reading: 'reading…', live: 'live', read: '', lost: 'connection lost, trying again' }[progress];
  return state === '' ? amount : `${amount} · ${state}`;
}

/** Says why a table has no rows. */
export function EmptyNote({ table, kind, place }: Pick<TableHeadProps, 'table' | 'kind' | 'place'>) {
  const isFiltered = table.rows.length > 0 || place.labels || place.fields;
  const where = place.namespace === undefined ? '' : ` in the namespace ${place.namespace}`;
  const words =
    table.progress === 'reading'
      ? 'Reading…'
      : isFiltered
        ? `No ${kind.kind} matches the filters.`
        : `There is no ${kind.kind}${where}.`;
  return <p className="quiet table-note">{words}</p>;
}
