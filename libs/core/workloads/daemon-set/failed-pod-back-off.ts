const FIRST_MS = 1000;
const MAX_MS = 15 * 60_000;

interface Entry {
  readonly atMs: number;
  readonly delayMs: number;
}

/**
 * Back-off of the replacement of failed daemon pods (spec api B4): the first at once, the next of the same node after 1
 * s, twice as long each time, 15 min at most. An entry without a failure for twice that long is dropped.
 */
export class FailedPodBackOff {
  private readonly entries = new Map<string, Map<string, Entry>>();

  /** Returns the time from which a failed pod on this node may be killed; in the past if it may be now. */
  readyAtMs(setUid: string, node: string): number {
    const entry = this.entries.get(setUid)?.get(node);
    return entry ? entry.atMs + entry.delayMs : 0;
  }

  /** A failed pod of this node is killed now. */
  kill(setUid: string, node: string, nowMs: number): void {
    let nodes = this.entries.get(setUid);
    if (!nodes) this.entries.set(setUid, (nodes = new Map()));
    const entry = nodes.get(node);
    const isFresh = !entry || nowMs - entry.atMs > 2 * MAX_MS;
    nodes.set(node, { atMs: nowMs, delayMs: isFresh ? FIRST_MS : Math.min(entry.delayMs * 2, MAX_MS) });
  }

  /** The set is gone. */
  forget(setUid: string): void {
    this.entries.delete(setUid);
  }
}
