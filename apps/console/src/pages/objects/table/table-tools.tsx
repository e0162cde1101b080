import type { RefObject } from 'react';
import type { ObjectPlace } from '../../../model/editor/object-place';
import type { ShownColumn } from '../../../model/objects/columns';
import type { TableOrder } from '../../../model/objects/sorting';
import type { ServedKind } from '../../../model/objects/served-kind';
import { NamespaceField } from './namespace-field';

interface TableToolsProps {
  readonly place: ObjectPlace;
  readonly kind: ServedKind;
  readonly columns: readonly ShownColumn[];
  readonly hasWide: boolean;
  readonly isWide: boolean;
  readonly order: TableOrder;
  readonly words: string;
  readonly wordsField: RefObject<HTMLInputElement | null>;
  readonly onWide: (isWide: boolean) => void;
  readonly onOrder: (order: TableOrder) => void;
  readonly onWords: (words: string) => void;
  readonly onPlace: (place: ObjectPlace) => void;
  /** The filter is left for the rows. */
  readonly onRows: () => void;
}

/** Filters of a table: words, namespace, labels; and its columns. */
export function TableTools(props: TableToolsProps) {
  const { place, kind, hasWide, isWide, words, wordsField, onWide, onWords, onPlace, onRows } = props;
  const { apiVersion, namespace, labels, fields } = place;
  const change = (part: Partial<ObjectPlace>): void =>
    onPlace({ apiVersion, kind: place.kind, namespace, labels, fields, ...part });
  return (
    <div className="table-tools" role="search" aria-label="Filters">
      <input
        ref={wordsField}
        type="search"
        aria-label="Filter by words"
        placeholder="Filter by words (/)"
        value={words}
        onChange={({ target }) => onWords(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onWords('');
          if (!['Escape', 'Enter', 'ArrowDown'].includes(event.key)) return;
          event.preventDefault();
          onRows();
        }}
      />
      {kind.namespaced && (
        <NamespaceField value={namespace ?? ''} onChange={(to) => change({ namespace: to || undefined })} />
      )}
      <input
        key={labels}
        aria-label="Label selector"
        placeholder="Labels: app=web, tier!=db"
        defaultValue={labels ?? ''}
        onBlur={({ target }) => target.value.trim() !== (labels ?? '') && change({ labels: target.value.trim() })}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && change({ labels: currentTarget.value.trim() })}
      />
      {fields !== undefined && (
        <button title="Remove this field selector" onClick={() => change({ fields: undefined })}>
          {fields} ✕
        </button>
      )}
      <OrderField {...props} />
      {hasWide && (
        <label className="small">
          <input type="checkbox" checked={isWide} onChange={({ target }) => onWide(target.checked)} />
          All columns
        </label>
      )}
    </div>
  );
}

/** Order of the rows where the heads of the columns are not shown, on a phone. */
function OrderField({ columns, order, onOrder }: TableToolsProps) {
  const value = `${order.isDescending ? '-' : ''}${order.by}`;
  const change = (to: string): void => onOrder({ by: to.replace(/^-/, ''), isDescending: to.startsWith('-') });
  return (
    <select className="order-field" aria-label="Order" value={value} onChange={({ target }) => change(target.value)}>
      {columns.flatMap(({ column: { name } }) => [
        <option key={name} value={name}>
          {name} ▲
        </option>,
        <option key={`-${name}`} value={`-${name}`}>
          {name} ▼
        </option>,
      ])}
    </select>
  );
}
