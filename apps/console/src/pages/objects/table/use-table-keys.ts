import { useEffect, useRef } from 'react';

/** Actions of the keys of a table. */
export interface TableKeys {
  /** Rows between the top and the bottom of the window. */
  readonly page: number;
  /** Moves by so many rows; infinite steps lead to an end. */
  readonly move: (by: number) => void;
  readonly open: () => void;
  readonly toggle: () => void;
  readonly filter: () => void;
  readonly back: () => void;
}

/** Elements whose keys are their own. */
const TYPING = 'input:not([type=checkbox]), select, textarea, dialog, [contenteditable]';
const PRESSED = 'button, a, summary, input';

/**
 * Keys of a table, wherever the focus is on the page except in a field: arrows or j and k move, Enter opens, Space or x
 * selects, / goes to the filter, Escape goes back. A button keeps its own Enter and Space.
 */
export function useTableKeys(keys: TableKeys, isOn: boolean): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target?.closest(TYPING)) return;
      if ((event.key === 'Enter' || event.key === ' ') && target?.closest(PRESSED)) return;
      const act = actionOf(event.key, latest.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}

function actionOf(key: string, { page, move, open, toggle, filter, back }: TableKeys): (() => void) | undefined {
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    j: () => move(1),
    ArrowUp: () => move(-1),
    k: () => move(-1),
    PageDown: () => move(page),
    PageUp: () => move(-page),
    Home: () => move(-Infinity),
    g: () => move(-Infinity),
    End: () => move(Infinity),
    G: () => move(Infinity),
    Enter: open,
    ' ': toggle,
    x: toggle,
    '/': filter,
    Escape: back,
  };
  return Object.hasOwn(actions, key) ? actions[key] : undefined;
}
