import { nameOf, type ObjectKey } from '@orrery/store';

/** Writes of one object that may wait for webhooks at a time. */
const MAX_WAITING = 100;

/**
 * Queue of the writes of components that wait for webhooks, so that their batches need not: one after the other for
 * each object, in the order of their requests.
 */
export class LateWrites {
  private readonly waiting = new Map<string, { last: Promise<void>; count: number }>();

  constructor(
    /** Counts the work as activity of the cluster. */
    private readonly track: (work: () => Promise<void>) => Promise<void>,
    /** Called with the error of a write that has no outcome. */
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** Returns whether an earlier write of the object waits: a later one has to wait for it. */
  has(key: ObjectKey): boolean {
    return this.waiting.has(textOf(key));
  }

  /** Work that concerns no object that others write. */
  alone(work: () => Promise<void>): void {
    void this.track(work).catch(this.onFault);
  }

  /** Does the work when those before it are done; false if too many wait. */
  add(key: ObjectKey, work: () => Promise<unknown>): boolean {
    const text = textOf(key);
    const before = this.waiting.get(text);
    if (before && before.count >= MAX_WAITING) return false;
    const entry = { last: Promise.resolve(), count: (before?.count ?? 0) + 1 };
    this.waiting.set(text, entry);
    entry.last = this.track(async () => {
      await before?.last;
      await work();
    })
      .catch(this.onFault)
      .finally(() => {
        if (this.waiting.get(text) === entry) this.waiting.delete(text);
      });
    return true;
  }
}

function textOf({ resource, namespace, name }: ObjectKey): string {
  return `${resource} ${nameOf(namespace, name)}`;
}
