import { useEffect, useRef } from 'react';

/** How long nothing is typed before what stands there is checked. */
const QUIET_MS = 500;

/**
 * Checks what stands in an editor once nothing has been typed for a while, each time one of `changes` is another. Returns what gives
 * up the check that waits or runs: one who saves is answered by the save, and no earlier check may come between or after it.
 */
export function useQuietCheck(
  check: (isCurrent: () => boolean) => Promise<void>,
  changes: readonly unknown[],
): () => void {
  const giveUp = useRef<() => void>(() => undefined);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => void check(() => isCurrent), QUIET_MS);
    giveUp.current = () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    return giveUp.current;
  }, changes);
  return () => giveUp.current();
}
