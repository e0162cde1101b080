import type { KubeObject } from '@orrery/api-types';

/** An event of a watch, as it is shown. */
export interface ShownEvent {
  readonly type: string;
  readonly object: KubeObject;
}

interface Batch {
  readonly form: string;
  readonly events: readonly ShownEvent[];
  readonly bytes: Buffer;
}

/** Maximum number of batches: watches with different selectors see different parts of the same changes. */
const MAX_BATCHES = 8;

/**
 * The bytes of events that are delivered in this turn. A change reaches all watches of its kind one after the other, and most
 * of them see the same: its text is made, and encoded, for the first one.
 */
class SharedEvents {
  private batches: Batch[] = [];

  /** @param form identifies the version in which objects are shown */
  bytesOf(form: string, events: readonly ShownEvent[], textOf: (event: ShownEvent) => string): Buffer {
    const known = this.batches.find((batch) => batch.form === form && isSame(batch.events, events));
    if (known) return known.bytes;
    const bytes = Buffer.from(events.map(textOf).join(''));
    // Nothing is kept when the changes have been delivered.
    if (this.batches.length === 0) queueMicrotask(() => (this.batches = []));
    if (this.batches.length === MAX_BATCHES) this.batches.shift();
    this.batches.push({ form, events, bytes });
    return bytes;
  }
}

export const sharedEvents = new SharedEvents();

function isSame(a: readonly ShownEvent[], b: readonly ShownEvent[]): boolean {
  if (a.length !== b.length) return false;
  return a.every(({ type, object }, i) => object === b[i]!.object && type === b[i]!.type);
}
