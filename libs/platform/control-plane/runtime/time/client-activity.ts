/** A request that is being answered. */
export interface OpenRequest {
  /** It goes on for as long as its client wants, as a watch: from now on only what is sent counts. */
  streams(): void;
  /** It is answered; a second time does no harm. */
  end(): void;
}

/** As long as clients that never did anything have been quiet: a number that messages can hold. */
const NEVER_MS = 1e12;

/**
 * What the clients of one cluster do in this process, in real time. A clock that goes on by itself waits until they have been
 * quiet for a moment, since what they see may make them ask for something.
 */
export class ClientActivity {
  private open = 0;
  private lastMs = Number.NEGATIVE_INFINITY;
  /** When each hold ends by itself. */
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

  /** Something was sent to a client that it did not ask for just now, such as an event of a watch. */
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

  /** For how many ms of real time no client did anything; 0 while one waits for an answer or holds the clock. */
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
