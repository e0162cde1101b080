import { useEffect, useRef, useState } from 'react';
import { useFollowed } from '../graphql/client-context';
import { ClockTickedSubscription } from '../graphql/operations.generated';
import { followTable, type TableSource, type TableState } from './table-feed';

const NO_VARIABLES = {};
const NOTHING: TableState = { columns: [], rows: [], left: 0, progress: 'reading', problem: '' };

/** The cluster time in milliseconds; undefined until it is known. */
export function useClusterNow(): number | undefined {
  const now = useFollowed(ClockTickedSubscription, NO_VARIABLES)?.clockTicked.now;
  return now === undefined ? undefined : Date.parse(now);
}

/** Follows a table while it is shown; nothing is asked while the source is not known. */
export function useObjectTable(source: TableSource | undefined, nowMs: number | undefined): TableState {
  const [state, setState] = useState({ key: '', shown: NOTHING });
  const now = useRef(nowMs);
  now.current = nowMs;
  const key = source === undefined ? '' : JSON.stringify(source);
  useEffect(() => {
    if (key === '') return undefined;
    return followTable(
      JSON.parse(key) as TableSource,
      () => now.current,
      (shown) => setState({ key, shown }),
    );
  }, [key]);
  return state.key === key ? state.shown : NOTHING;
}
