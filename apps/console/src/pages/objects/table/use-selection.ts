import { useMemo, useState } from 'react';
import type { TableRow } from '../../../model/objects/table';

/** Selected rows of a table. */
interface Selection {
  readonly uids: ReadonlySet<string>;
  /** The selected rows that are shown, in their order. */
  readonly rows: readonly TableRow[];
  toggle(row: TableRow): void;
  /** Selects all rows that are shown; none if all were selected. */
  toggleAll(): void;
  clear(): void;
}

/** Keeps which of the shown rows are selected. Objects that are gone or filtered out are not. */
export function useSelection(shown: readonly TableRow[]): Selection {
  const [uids, setUids] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => (uids.size === 0 ? [] : shown.filter(({ uid }) => uids.has(uid))), [shown, uids]);
  return {
    uids,
    rows,
    toggle: ({ uid }) => setUids((before) => (before.has(uid) ? without(before, uid) : new Set([...before, uid]))),
    toggleAll: () => setUids(new Set(rows.length === shown.length ? [] : shown.map(({ uid }) => uid))),
    clear: () => setUids(new Set()),
  };
}

function without(uids: ReadonlySet<string>, uid: string): ReadonlySet<string> {
  return new Set([...uids].filter((each) => each !== uid));
}
