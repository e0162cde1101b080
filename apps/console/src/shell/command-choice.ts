import { useSyncExternalStore } from 'react';

const KEY = 'orrery.commands';
const SHOWN = 'shown';
const listeners = new Set<() => void>();

/** Choice of whether the commands that do the same stand beside actions; kept in the browser. */
export const commandChoice = {
  isShown: (): boolean => localStorage.getItem(KEY) === SHOWN,
  toggle(): void {
    localStorage.setItem(KEY, commandChoice.isShown() ? 'hidden' : SHOWN);
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Returns whether commands are shown. */
export function useCommandChoice(): boolean {
  return useSyncExternalStore(commandChoice.subscribe, commandChoice.isShown);
}
