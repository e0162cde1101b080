import { useState } from 'react';
import type { BulkAction } from '../../../model/objects/bulk';
import type { ServedKind } from '../../../model/objects/served-kind';
import type { TableRow } from '../../../model/objects/table';
import { grouped } from '../../../model/words';
import { BulkDialog } from './bulk-dialog';

interface SelectionBarProps {
  readonly apiVersion: string;
  readonly kind: ServedKind;
  /** Selected rows. */
  readonly rows: readonly TableRow[];
  readonly onClear: () => void;
}

/** The actions on the selected objects that their kind allows. */
export function SelectionBar({ apiVersion, kind, rows, onClear }: SelectionBarProps) {
  const [asked, setAsked] = useState<{ readonly verb: BulkAction['verb']; readonly rows: readonly TableRow[] }>();
  const close = (): void => setAsked(undefined);
  return (
    <>
      {rows.length > 0 && (
        <div className="selection-bar" role="toolbar" aria-label="Selected objects">
          <span aria-live="polite">{grouped(rows.length)} selected</span>
          {kind.verbs.includes('delete') && (
            <button className="danger" onClick={() => setAsked({ verb: 'delete', rows })}>
              Delete…
            </button>
          )}
          {kind.verbs.includes('patch') && <button onClick={() => setAsked({ verb: 'label', rows })}>Label…</button>}
          {kind.subresources.includes('scale') && (
            <button onClick={() => setAsked({ verb: 'scale', rows })}>Scale…</button>
          )}
          <button className="plain" onClick={onClear}>
            Clear
          </button>
        </div>
      )}
      {asked && <BulkDialog {...asked} apiVersion={apiVersion} kind={kind} onClose={close} />}
    </>
  );
}
