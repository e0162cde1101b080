import { useEffect, useRef } from 'react';

/** Pause in typing after which the text is checked. */
const QUIET_MS = 500;

/**
 * Checks the text of an editor after a pause in typing, each time one of `changes` differs. Returns a function that
 * cancels the check that waits or runs: a save reports its own result, and no earlier check may come between or after
 * it.
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
