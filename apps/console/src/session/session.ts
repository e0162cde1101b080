/** Storage key of the token: kept for this tab, until it is closed. */
const KEY = 'orrery.token';

/** The token that requests show, and whether the server has refused to answer without one. */
export interface Session {
  readonly token: string | undefined;
  readonly isRefused: boolean;
}

let current: Session = { token: sessionStorage.getItem(KEY) ?? undefined, isRefused: false };
const listeners = new Set<() => void>();

export const session = {
  current: (): Session => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Shows this token from now on. */
  signIn(token: string): void {
    sessionStorage.setItem(KEY, token);
    become({ token, isRefused: false });
  },
  signOut(): void {
    sessionStorage.removeItem(KEY);
    become({ token: undefined, isRefused: true });
  },
  /** Marks the session as refused: the server does not accept its credentials. */
  refuse(): void {
    if (!current.isRefused) become({ ...current, isRefused: true });
  },
};

function become(next: Session): void {
  current = next;
  for (const listener of listeners) listener();
}
