import { deepEqual, type Event, type ObjectReference } from '@orrery/api-types';
import { formatTime, randomFor } from '@orrery/time';

/** Note of a component about an object. */
export interface EventNote {
  readonly involvedObject: ObjectReference;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Component that records the event, as in `source.component`. */
  readonly component: string;
  /** The node on which it was seen, if any. */
  readonly host?: string;
  /** Action on the object, where the reason only gives the cause. */
  readonly action?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Time of the occurrence, if that was before it is recorded. */
  readonly atMs?: number;
}

/** Event to write, new or as a later version of one that was written before under its name. */
export type DueEvent = Omit<Event, 'metadata'> & {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly annotations?: Record<string, string>;
  };
};

/** client-go's numbers (`tools/record/events_cache.go`). */
const MAX_CACHED = 4096;
/** Number by which the limit may be exceeded before the oldest are dropped. */
const DROPPED_AT_ONCE = 512;
const MAX_SIMILAR = 10;
const SIMILAR_WITHIN_MS = 600_000;
const BURST = 25;
const REFILL_MS = 300_000;
const COMBINED = '(combined from similar events): ';

interface Written {
  /** Message of the entry; {@link COMBINED} for one that several share. */
  readonly key: string;
  readonly name: string;
  readonly firstTimestamp: string;
  count: number;
}

/** Notes of one source about one object that differ in nothing but their message. */
interface Group {
  readonly type: string;
  readonly reason: string;
  /** The message, or the messages once there is more than one. */
  messages: string | Set<string>;
  lastMs: number;
  readonly written: Written[];
}

/** Events of one source about one object. There is a handful of groups: short lists cost less than maps. */
interface Subject {
  tokens: number;
  refilledMs: number;
  readonly groups: Group[];
  /** Source as in its events: one object for all of them. */
  readonly source: NonNullable<Event['source']>;
  readonly involvedObject: ObjectReference;
  /** The correlator that alone has it; none once it is shared. */
  readonly owner: object;
}

/** Events of one source about one object, as plain data. */
type CorrelatedSubject = Omit<Subject, 'owner' | 'groups'> & {
  readonly groups: readonly (Omit<Group, 'messages'> & { readonly messages: string | readonly string[] })[];
};

/** State of a correlator, as plain data. */
export interface CorrelatorState {
  readonly sequence: number;
  /** Subjects by their keys, the most recent one last. */
  readonly subjects: readonly (readonly [key: string, subject: CorrelatedSubject])[];
}

/** The numbers of which a correlator takes every `of`th, from `place` on. */
export interface EventNumbers {
  readonly place: number;
  readonly of: number;
}

const ALL_NUMBERS: EventNumbers = { place: 0, of: 1 };
/** Nanoseconds of a millisecond. */
const NANOSECONDS = 1_000_000;
/** A prime number, so that few components share a place. */
const PLACES = 997;

/** The numbers for the events of one component, where several correlators are at work. */
export function numbersOf(component: string): EventNumbers {
  return { place: randomFor('event numbers', component).uint32() % PLACES, of: PLACES };
}

/**
 * Keeps a chatty component from flooding the store, by client-go's rules: the same event again only counts up, events
 * that differ in nothing but their message are combined from the tenth on, and each source may record 25 events about
 * an object at once and one more every 300 s. The state of the most recent subjects is kept.
 */
export class EventCorrelator {
  private readonly subjects = new Map<string, Subject>();
  private sequence = 0;

  /** Marks those of {@link subjects} that no other correlator has. */
  private owner: object = {};

  /** @param numbers numbers of the events at one instant: different from those of a second correlator of the same objects */
  constructor(private readonly numbers: EventNumbers = ALL_NUMBERS) {}

  /** Returns an independent copy of the correlator. Both share the events so far, and copy the parts that they change. */
  fork(): EventCorrelator {
    const other = new EventCorrelator(this.numbers);
    for (const [key, subject] of this.subjects) other.subjects.set(key, subject);
    other.sequence = this.sequence;
    this.owner = {};
    return other;
  }

  /** Returns the state from which another correlator continues, as plain data that shares nothing with this one. */
  toState(): CorrelatorState {
    const subjects = [...this.subjects].map(([key, { owner: _, groups, ...subject }]) => {
      const copies = groups.map(({ messages, written, ...group }) => ({
        ...group,
        messages: typeof messages === 'string' ? messages : [...messages],
        written: written.map((each) => ({ ...each })),
      }));
      return [key, { ...subject, groups: copies }] as const;
    });
    return { sequence: this.sequence, subjects };
  }

  /** Restores a correlator from a {@link toState}. */
  static fromState({ sequence, subjects }: CorrelatorState, numbers = ALL_NUMBERS): EventCorrelator {
    const correlator = new EventCorrelator(numbers);
    correlator.sequence = sequence;
    for (const [key, { groups, ...subject }] of subjects) {
      const own = groups.map(({ messages, written, ...group }) => ({
        ...group,
        messages: typeof messages === 'string' ? messages : new Set(messages),
        written: written.map((each) => ({ ...each })),
      }));
      correlator.subjects.set(key, { ...subject, groups: own, owner: correlator.owner });
    }
    return correlator;
  }

  /** Returns the event to write for a note at cluster time `nowMs`; undefined when the source has used up its budget. */
  correlate(note: EventNote, nowMs: number): DueEvent | undefined {
    const subject = this.subjectOf(note, nowMs);
    const group = groupOf(subject, note, nowMs);
    if (!spend(subject, nowMs)) return undefined;
    const isCombined = typeof group.messages !== 'string' && group.messages.size >= MAX_SIMILAR;
    if (isCombined) forgetOldest(group.messages as Set<string>);
    const message = isCombined ? COMBINED + note.message : note.message;
    const key = isCombined ? COMBINED : note.message;
    const lastTimestamp = formatTime(nowMs);
    const before = group.written.find((each) => each.key === key);
    if (before) {
      before.count++;
      return toEvent(note, subject, { message, lastTimestamp, ...before });
    }
    const first: Written = { key, name: this.nameFor(note, nowMs), firstTimestamp: lastTimestamp, count: 1 };
    group.written.push(first);
    return toEvent(note, subject, { message, lastTimestamp, ...first });
  }

  private subjectOf(note: EventNote, nowMs: number): Subject {
    const key = sourceKey(note);
    const known = this.subjects.get(key);
    const subject = known ? this.ownCopy(known) : newSubject(note, nowMs, this.owner);
    touch(this.subjects, key, subject);
    return subject;
  }

  private ownCopy(subject: Subject): Subject {
    if (subject.owner === this.owner) return subject;
    const groups = subject.groups.map(({ messages, written, ...group }) => ({
      ...group,
      messages: typeof messages === 'string' ? messages : new Set(messages),
      written: written.map((each) => ({ ...each })),
    }));
    return { ...subject, groups, owner: this.owner };
  }

  /** `<object>.<hex nanoseconds>`; a running number in the nanoseconds keeps notes of one instant apart. */
  private nameFor(note: EventNote, nowMs: number): string {
    const { place, of } = this.numbers;
    const number = (this.sequence++ * of + place) % NANOSECONDS;
    const nanoseconds = BigInt(nowMs) * BigInt(NANOSECONDS) + BigInt(number);
    return `${note.involvedObject.name ?? ''}.${nanoseconds.toString(16)}`;
  }
}

function newSubject({ component, host, involvedObject }: EventNote, nowMs: number, owner: object): Subject {
  const source = host === undefined ? { component } : { component, host };
  return { tokens: BURST, refilledMs: nowMs, groups: [], source, involvedObject, owner };
}

function groupOf(subject: Subject, { type, reason, message }: EventNote, nowMs: number): Group {
  let group = subject.groups.find((each) => each.type === type && each.reason === reason);
  if (!group) {
    group = { type, reason, messages: message, lastMs: nowMs, written: [] };
    subject.groups.push(group);
  } else if (nowMs - group.lastMs > SIMILAR_WITHIN_MS) {
    group.messages = message;
  } else if (typeof group.messages !== 'string') {
    group.messages.add(message);
  } else if (group.messages !== message) {
    group.messages = new Set([group.messages, message]);
  }
  group.lastMs = nowMs;
  return group;
}

function spend(subject: Subject, nowMs: number): boolean {
  subject.tokens = Math.min(BURST, subject.tokens + (nowMs - subject.refilledMs) / REFILL_MS);
  subject.refilledMs = nowMs;
  if (subject.tokens < 1) return false;
  subject.tokens--;
  return true;
}

function forgetOldest(messages: Set<string>): void {
  const oldest = messages.values().next().value;
  if (oldest !== undefined) messages.delete(oldest);
}

/** Returns the key of a source and object; an object that has a uid needs no more than that. */
function sourceKey({ component, host, involvedObject: object }: EventNote): string {
  const subject = object.uid ?? [object.kind, object.namespace, object.name, object.apiVersion].join('\u0000');
  return `${component}\u0000${host ?? ''}\u0000${subject}`;
}

function toEvent(
  note: EventNote,
  { source, involvedObject }: Subject,
  state: { name: string; firstTimestamp: string; lastTimestamp: string; count: number; message: string },
): DueEvent {
  return {
    metadata: {
      name: state.name,
      namespace: note.involvedObject.namespace ?? 'default',
      ...(note.annotations ? { annotations: { ...note.annotations } } : {}),
    },
    apiVersion: 'v1',
    kind: 'Event',
    involvedObject: deepEqual(note.involvedObject, involvedObject) ? involvedObject : note.involvedObject,
    reason: note.reason,
    message: state.message,
    source,
    firstTimestamp: state.firstTimestamp,
    lastTimestamp: state.lastTimestamp,
    count: state.count,
    type: note.type,
    ...(note.action !== undefined && { action: note.action }),
    reportingComponent: note.component,
    reportingInstance: note.host ?? '',
  };
}

/**
 * Moves the entry to the young end of the map. The oldest ones beyond the limit are dropped many at a time: to find the
 * first entry of a map, every one is passed over that was deleted before it.
 */
function touch<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size < MAX_CACHED + DROPPED_AT_ONCE) return;
  for (const oldest of map.keys()) {
    if (map.size <= MAX_CACHED) break;
    map.delete(oldest);
  }
}
