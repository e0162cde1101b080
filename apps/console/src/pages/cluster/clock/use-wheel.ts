import { useEffect, useRef } from 'react';

/** Calls back for each turn of the wheel over an element, which then does not scroll the page. */
export function useWheel(element: { readonly current: HTMLElement | null }, on: (event: WheelEvent) => void): void {
  const latest = useRef(on);
  latest.current = on;
  useEffect(() => {
    const { current } = element;
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      latest.current(event);
    };
    current?.addEventListener('wheel', turn, { passive: false });
    return () => current?.removeEventListener('wheel', turn);
  }, [element]);
}
