/** A request that is being answered. */
export interface OpenRequest {
  /** Marks the request as open for as long as its client wants, as a watch is: from now on only sent data counts. */
  streams(): void;
  /** Ends the request; a second call does no harm. */
  end(): void;
}

/** Quiet time of clients that never did anything: a number that messages can hold. */
const NEVER_MS = 1e12;

/**
 * Activity of one cluster's clients in this process, in real time. An auto clock waits until they have been quiet for a
 * moment, since an update may make them send a request.
 */
export class ClientActivity {
  private open = 0;
  private lastMs = Number.NEGATIVE_INFINITY;
  /** Expiry time of each hold. */
  private readonly holds = new Map<string, number>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly realNow: () => number = () => performance.now()) {}

  begin(): OpenRequest {
    let isOpen = true;
    this.open++;
    this.acted();
    const end = (): void => {
      if (isOpen) this.open--;
      isOpen = false;
      this.acted();
    };
    return { streams: end, end };
  }

  /** Records that data was sent to a client without a request just now, such as an event of a watch. */
  acted(): void {
    this.lastMs = this.realNow();
    for (const listener of this.listeners) listener();
  }

  /** Counts as a client that is thinking, until it is released or the time is over; a hold of the same id begins again. */
  hold(id: string, forMs: number): void {
    this.holds.set(id, this.realNow() + forMs);
    this.acted();
  }

  /** False if there was no such hold, or no more. */
  release(id: string): boolean {
    const isHeld = (this.holds.get(id) ?? 0) > this.realNow();
    this.holds.delete(id);
    return isHeld;
  }

  /** Returns the time in ms of real time since the last activity of a client; 0 while one waits for an answer or holds the clock. */
  quietForMs(): number {
    if (this.open > 0) return 0;
    const now = this.realNow();
    for (const [id, untilMs] of this.holds) {
      if (untilMs > now) return 0;
      this.holds.delete(id);
    }
    return Math.min(now - this.lastMs, NEVER_MS);
  }

  /** Calls `listener` whenever a client does something. */
  onActed(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
