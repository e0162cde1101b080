import { useSyncExternalStore } from 'react';

/** Path that every client may read, and that needs no database: the server answers it, or is not there. */
const PROBE_PATH = '/version';
/** A server that takes longer to answer cannot be reached. */
const ANSWER_WITHIN_MS = 5_000;
const AGAIN_MS = 1_000;
/** Answers of a proxy whose server is away. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Connection of the page to its server. */
export interface Connection {
  readonly isReachable: boolean;
  /** Number of times that a lost server was found again: what was asked before may be out of date. */
  readonly returns: number;
}

let current: Connection = { isReachable: true, returns: 0 };
let isProbing = false;
const listeners = new Set<() => void>();

export const connection = {
  current: (): Connection => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Takes note that something was not answered: a probe finds out if the server is there, and when it is again. */
  suspect(): void {
    if (!isProbing) void probe();
  },
  /** Resolves after a delay, or as soon as a lost server is found again. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const { returns } = current;
      const done = (): void => {
        clearTimeout(timer);
        off();
        resolve();
      };
      const timer = setTimeout(done, ms);
      const off = connection.subscribe(() => current.returns !== returns && done());
    });
  },
};

/** Returns the connection of the page to its server. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.current);
}

/** Marks the page while its server cannot be reached, and probes at once when the system loses its network. */
export function followConnection(): void {
  connection.subscribe(() => {
    document.documentElement.dataset['server'] = current.isReachable ? 'there' : 'lost';
  });
  addEventListener('offline', connection.suspect);
}

/** Returns true for an answer of something before the server, which is away. */
export function isAway(status: number | undefined): boolean {
  return status !== undefined && AWAY.has(status);
}

async function probe(): Promise<void> {
  isProbing = true;
  while (!(await answers())) {
    if (current.isReachable) become({ ...current, isReachable: false });
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  isProbing = false;
  if (!current.isReachable) become({ isReachable: true, returns: current.returns + 1 });
}

async function answers(): Promise<boolean> {
  try {
    const { status } = await fetch(PROBE_PATH, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return !isAway(status);
  } catch {
    return false;
  }
}

function become(next: Connection): void {
  current = next;
  for (const listener of listeners) listener();
}
