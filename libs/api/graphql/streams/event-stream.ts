import { tooManyRequests, type KubeObject } from '@orrery/api-types';
import { asGraphQLError } from '../values/errors/request-errors';

/** One event as subscribers get it. */
export interface StreamEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: KubeObject | null;
  readonly previous: KubeObject | null;
  readonly resourceVersion: string;
  /** True on the bookmark that ends the current state, with which a subscription without a revision begins. */
  readonly initialEventsEnd: boolean;
}

/** A subscriber that falls this far behind is let go; it resumes from the last revision it has seen. */
const MAX_BEHIND = 1000;

/**
 * A subscription as an async iterator: pushed events are delivered in order, the current state first. It fails with
 * TOO_MANY_REQUESTS when its reader is too slow, and ends when it is closed or its reader leaves.
 */
export class EventStream<T = StreamEvent> implements AsyncIterableIterator<T> {
  private queue: T[] = [];
  private taken = 0;
  private waiting: { resolve: (result: IteratorResult<T>) => void; reject: (error: unknown) => void } | undefined;
  private failure: unknown;
  private isOver = false;
  private cleanUps: (() => void)[] = [];
  private maxBehind = MAX_BEHIND;

  /** Adds the state with which the stream begins; it does not count as falling behind. */
  begin(events: readonly T[]): void {
    this.maxBehind += events.length;
    for (const event of events) this.push(event);
  }

  push(event: T): void {
    if (this.isOver) return;
    if (this.waiting) {
      const { resolve } = this.waiting;
      this.waiting = undefined;
      resolve({ done: false, value: event });
      return;
    }
    this.queue.push(event);
    if (this.queue.length - this.taken > this.maxBehind) {
      this.fail(tooManyRequests(`the subscriber is more than ${MAX_BEHIND} events behind`));
    }
  }

  /** Ends the stream with an error; pending events are dropped, so that memory is freed at once. */
  fail(error: unknown): void {
    if (this.isOver) return;
    this.failure = asGraphQLError(error);
    this.queue = [];
    this.taken = 0;
    this.end();
    if (!this.waiting) return;
    this.waiting.reject(this.failure);
    this.waiting = undefined;
    this.failure = undefined;
  }

  close(): void {
    this.end();
    this.waiting?.resolve({ done: true, value: undefined });
    this.waiting = undefined;
  }

  /** Calls `cleanUp` once when the stream is over, or at once if it is. */
  whenOver(cleanUp: () => void): void {
    if (this.isOver) cleanUp();
    else this.cleanUps.push(cleanUp);
  }

  next(): Promise<IteratorResult<T>> {
    if (this.taken < this.queue.length) {
      const value = this.queue[this.taken++]!;
      if (this.taken === this.queue.length) this.forgetTaken();
      return Promise.resolve({ done: false, value });
    }
    if (this.failure !== undefined) {
      const error = this.failure;
      this.failure = undefined;
      return Promise.reject(error as Error);
    }
    if (this.isOver) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => (this.waiting = { resolve, reject }));
  }

  return(): Promise<IteratorResult<T>> {
    this.queue = [];
    this.taken = 0;
    this.close();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private forgetTaken(): void {
    this.queue = [];
    this.taken = 0;
    this.maxBehind = MAX_BEHIND;
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const cleanUp of this.cleanUps.splice(0)) cleanUp();
  }
}
