type Callback = () => void;

interface Ticking {
  readonly timer: NodeJS.Timeout;
  readonly callbacks: Set<Callback>;
}

const ticking = new Map<number, Ticking>();

/**
 * Calls `callback` every so many ms of real time, together with all others of the process that have the same interval:
 * a thousand clusters with a check each second wake the process once, not a thousand times. Does not keep the process
 * alive. Returns a function that ends it.
 */
export function everyInterval(intervalMs: number, callback: Callback): () => void {
  const own: Callback = () => callback();
  const { callbacks } = ticking.get(intervalMs) ?? begin(intervalMs);
  callbacks.add(own);
  return () => {
    if (!callbacks.delete(own) || callbacks.size > 0) return;
    const last = ticking.get(intervalMs);
    if (last?.callbacks !== callbacks) return;
    clearInterval(last.timer);
    ticking.delete(intervalMs);
  };
}

function begin(intervalMs: number): Ticking {
  const callbacks = new Set<Callback>();
  const timer = setInterval(() => {
    for (const each of [...callbacks]) each();
  }, intervalMs);
  timer.unref();
  const begun = { timer, callbacks };
  ticking.set(intervalMs, begun);
  return begun;
}
