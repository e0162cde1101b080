import { useEffect, useRef } from 'react';

/** Parts of the page whose Escape is their own: fields, dialogs, the editor and the terminal. */
const OWN = 'input:not([type=checkbox]), select, textarea, dialog, .yaml-editor, .terminal';

/** Calls back for Escape, wherever the focus is on the page except in a part that uses the key itself. */
export function useEscape(leave: () => void, isOn: boolean): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const isOwn = event.target instanceof Element && event.target.closest(OWN);
      if (event.key === 'Escape' && !event.defaultPrevented && !isOwn) latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
}
