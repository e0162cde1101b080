import { jsonText } from '@orrery/api-types';
import { EventStream } from './event-stream';

/** A value that is not in the log of a cluster: its changes are found by reading it again. */
export interface FollowedValue<T> {
  /** Subscriptions with the same key share the reads. */
  readonly key: string;
  readonly read: () => Promise<T>;
  /** Real time between two reads; {@link READ_EVERY_MS} if not given. */
  readonly everyMs?: number;
}

/** Parts that the streams of a process share. */
export interface StreamOwner {
  /** Open streams, which end before the process does. */
  readonly streams: Set<{ close(): void }>;
  /** The error that a client gets for a failed read. */
  asApiError(error: unknown): unknown;
}

/** Real time between two reads of a value that is followed, in milliseconds. */
const READ_EVERY_MS = 200;

/** Reads one value while it has listeners and reports each change to them. */
class Follower<T> {
  private readonly listeners = new Map<EventStream<never>, (value: T) => void>();
  private readonly timer: NodeJS.Timeout;
  private last: { readonly text: string; readonly value: T } | undefined;
  private isReading = false;

  constructor(
    private readonly owner: StreamOwner,
    private readonly followed: FollowedValue<T>,
    private readonly abandoned: () => void,
  ) {
    this.timer = setInterval(() => void this.look(), followed.everyMs ?? READ_EVERY_MS);
    void this.look();
  }

  add<E>(stream: EventStream<E>, changed: (value: T) => void): void {
    // The map holds streams of all types; each key is used with its own.
    const key = stream as unknown as EventStream<never>;
    this.listeners.set(key, changed);
    if (this.last) changed(this.last.value);
    stream.whenOver(() => {
      this.listeners.delete(key);
      if (this.listeners.size > 0) return;
      clearInterval(this.timer);
      this.abandoned();
    });
  }

  private async look(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    try {
      const value = await this.followed.read();
      const text = jsonText(value);
      if (text === this.last?.text) return;
      this.last = { text, value };
      for (const changed of [...this.listeners.values()]) changed(value);
    } catch (error) {
      const failure: unknown = this.owner.asApiError(error);
      for (const stream of [...this.listeners.keys()]) stream.fail(failure);
    } finally {
      this.isReading = false;
    }
  }
}

/** Followers by the streams of the process, which all its clusters share. */
const followers = new WeakMap<StreamOwner['streams'], Map<string, Follower<never>>>();

/** A stream that `changed` fills: it is called with the value at once, and with each later value that differs. */
export function followValue<T, E>(
  owner: StreamOwner,
  followed: FollowedValue<T>,
  changed: (value: T, stream: EventStream<E>) => void,
): EventStream<E> {
  let ofProcess = followers.get(owner.streams);
  if (!ofProcess) followers.set(owner.streams, (ofProcess = new Map()));
  const known = ofProcess;
  let follower = known.get(followed.key) as Follower<T> | undefined;
  if (!follower) {
    follower = new Follower(owner, followed, () => known.delete(followed.key));
    // The map holds streams of all types; each key is used with its own.
    known.set(followed.key, follower as unknown as Follower<never>);
  }
  const stream = new EventStream<E>();
  owner.streams.add(stream);
  stream.whenOver(() => owner.streams.delete(stream));
  follower.add(stream, (value) => changed(value, stream));
  return stream;
}

/** A stream of the value itself: at once, and after each change. */
export function followAsItIs<T>(owner: StreamOwner, followed: FollowedValue<T>): EventStream<T> {
  return followValue<T, T>(owner, followed, (value, stream) => stream.push(value));
}
