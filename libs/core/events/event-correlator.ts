import type { Event, ObjectReference } from '@orrery/api-types';
import { formatTime } from '@orrery/time';

/** Something a component has to say about an object. */
export interface EventNote {
  readonly involvedObject: ObjectReference;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Who says it, as in `source.component`. */
  readonly component: string;
  /** The node on which it was seen, if any. */
  readonly host?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What to write: a new event, or a later version of one that was written before. */
export interface EventWrite {
  readonly kind: 'create' | 'repeat';
  readonly event: Omit<Event, 'metadata'> & {
    readonly metadata: {
      readonly name: string;
      readonly namespace: string;
      readonly annotations?: Record<string, string>;
    };
  };
}

/** client-go's numbers (`tools/record/events_cache.go`). */
const MAX_CACHED = 4096;
const MAX_SIMILAR = 10;
const SIMILAR_WITHIN_MS = 600_000;
const BURST = 25;
const REFILL_MS = 300_000;
const COMBINED = '(combined from similar events): ';

interface Similar {
  /** The messages of the group; a set only once there is more than one. */
  messages: string | Set<string>;
  lastMs: number;
}

interface Written {
  readonly name: string;
  readonly firstTimestamp: string;
  count: number;
}

/**
 * Keeps a chatty component from flooding the store, by client-go's rules: the same event again only counts up, events
 * that differ in nothing but their message are combined from the tenth on, and each source may say 25 things about an
 * object at once and one more every 300 s.
 */
export class EventCorrelator {
  private readonly similar = new Map<string, Similar>();
  private readonly written = new Map<string, Written>();
  private readonly budgets = new Map<string, { tokens: number; atMs: number }>();
  private sequence = 0;

  /** What to write for a note at cluster time `nowMs`; undefined when the source has used up its budget. */
  correlate(note: EventNote, nowMs: number): EventWrite | undefined {
    const source = sourceKey(note);
    const { key, message } = this.combine(note, source, nowMs);
    if (!this.spend(source, nowMs)) return undefined;
    const now = formatTime(nowMs);
    const before = this.written.get(key);
    if (before) {
      before.count++;
      touch(this.written, key, before);
      return { kind: 'repeat', event: toEvent(note, { ...before, message, lastTimestamp: now }) };
    }
    const first: Written = { name: this.nameFor(note, nowMs), firstTimestamp: now, count: 1 };
    touch(this.written, key, first);
    return { kind: 'create', event: toEvent(note, { ...first, message, lastTimestamp: now }) };
  }

  /** Groups notes that differ only in their message; past the limit they share one event. */
  private combine(note: EventNote, source: string, nowMs: number): { key: string; message: string } {
    const { message } = note;
    const group = `${source}\u0000${note.type}\u0000${note.reason}`;
    const known = this.similar.get(group);
    const similar: Similar =
      known && nowMs - known.lastMs <= SIMILAR_WITHIN_MS ? known : { messages: message, lastMs: nowMs };
    if (typeof similar.messages !== 'string') similar.messages.add(message);
    else if (similar.messages !== message) similar.messages = new Set([similar.messages, message]);
    similar.lastMs = nowMs;
    touch(this.similar, group, similar);
    const { messages } = similar;
    if (typeof messages === 'string' || messages.size < MAX_SIMILAR) {
      return { key: `${group}\u0000${message}`, message };
    }
    const oldest = messages.values().next().value;
    if (oldest !== undefined) messages.delete(oldest);
    return { key: group, message: COMBINED + message };
  }

  private spend(key: string, nowMs: number): boolean {
    const budget = this.budgets.get(key) ?? { tokens: BURST, atMs: nowMs };
    budget.tokens = Math.min(BURST, budget.tokens + (nowMs - budget.atMs) / REFILL_MS);
    budget.atMs = nowMs;
    touch(this.budgets, key, budget);
    if (budget.tokens < 1) return false;
    budget.tokens--;
    return true;
  }

  /** `<object>.<hex nanoseconds>`; a running number in the nanoseconds keeps notes of one instant apart. */
  private nameFor(note: EventNote, nowMs: number): string {
    const nanoseconds = BigInt(nowMs) * 1_000_000n + BigInt(this.sequence++ % 1_000_000);
    return `${note.involvedObject.name ?? ''}.${nanoseconds.toString(16)}`;
  }
}

/** Who speaks about what; an object that has a uid needs no more than that. */
function sourceKey({ component, host, involvedObject: object }: EventNote): string {
  const subject = object.uid ?? [object.kind, object.namespace, object.name, object.apiVersion].join('\u0000');
  return `${component}\u0000${host ?? ''}\u0000${subject}`;
}

function toEvent(
  note: EventNote,
  state: { name: string; firstTimestamp: string; lastTimestamp: string; count: number; message: string },
): EventWrite['event'] {
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: state.name,
      namespace: note.involvedObject.namespace ?? 'default',
      ...(note.annotations ? { annotations: { ...note.annotations } } : {}),
    },
    involvedObject: note.involvedObject,
    reason: note.reason,
    message: state.message,
    source: note.host === undefined ? { component: note.component } : { component: note.component, host: note.host },
    firstTimestamp: state.firstTimestamp,
    lastTimestamp: state.lastTimestamp,
    count: state.count,
    type: note.type,
    reportingComponent: note.component,
    reportingInstance: note.host ?? '',
  };
}

/** Moves the entry to the young end of the map and drops the oldest ones beyond the limit. */
function touch<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MAX_CACHED) return;
  const oldest = map.keys().next().value;
  if (oldest !== undefined) map.delete(oldest);
}
