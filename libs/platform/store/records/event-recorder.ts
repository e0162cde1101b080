import { EventCorrelator, numbersOf, type CorrelatorState, type DueEvent, type EventNote } from '@orrery/events';
import { formatTime } from '@orrery/time';
import type { Intent } from '../commit/commit-request';
import { Urgency, type Committer, type Rounds } from '../commit/committer';
import { ClusterGoneError, Operation, type Fence, type ObjectKey } from '../commit/write-batch';

/** Notes kept while the store is busy with more urgent writes; beyond that the newest are dropped, as upstream does. */
const MAX_WAITING = 50_000;

/** Events of one round trip at most. */
const CHUNK_SIZE = 500;

/** Events of one turn, with the number of those on their way. */
interface RecordedNotes {
  readonly notes: readonly EventNote[];
  readonly atMs: number;
  /** Unit of work that recorded the events; empty if there is none. */
  readonly unit: string;
  /** Lane of the events, which are written together; see {@link EventRecorder.laneOf}. */
  readonly lane: string;
  taken: number;
}

export interface EventRecorderOptions {
  /** Correlator with the events so far; a new one if absent. */
  readonly correlator?: EventCorrelator;
  readonly committer: Committer;
  readonly nowMs: () => number;
  readonly newUid: (event: ObjectKey) => string;
  /** Writes in rounds: events of different units in one round are numbered in the order of the units. */
  readonly rounds?: Pick<Rounds, 'areOn' | 'whenQuiet' | 'held'>;
  /** Marks the writing as activity of the cluster. */
  readonly track: (work: () => Promise<void>) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Expired events, at most the given number: they are deleted when new ones are written. */
  readonly expired?: (limit: number) => readonly Intent[];
}

/**
 * Writes the notes of components as Events, in batches and after everything more urgent. Waiting notes stay notes: an
 * event is made only when its turn to be written has come.
 */
export class EventRecorder {
  private readonly correlator: EventCorrelator;
  /** Correlators of lanes. */
  private readonly correlators = new Map<string, EventCorrelator>();
  private readonly recorded = new Set<RecordedNotes>();
  /** Number of notes in {@link recorded} that were not taken. */
  private waiting = 0;
  /** Lanes that are being written. */
  private readonly flushing = new Set<string>();
  private stopped = false;

  constructor(private readonly options: EventRecorderOptions) {
    this.correlator = options.correlator ?? new EventCorrelator();
  }

  /** Records notes. It never fails and never waits: an event is not worth a delay. */
  record(notes: readonly EventNote[], fence?: Fence): void {
    if (this.stopped) return;
    const room = MAX_WAITING - this.waiting;
    const kept = notes.length > room ? notes.slice(0, room) : notes;
    if (kept.length === 0) return;
    const unit = fence?.unit ?? '';
    const lane = this.laneOf(unit);
    this.recorded.add({ notes: kept, atMs: this.options.nowMs(), unit, lane, taken: 0 });
    this.waiting += kept.length;
    if (this.flushing.has(lane)) return;
    this.flushing.add(lane);
    void this.options
      .track(() => this.flush(lane, fence))
      .catch((error: unknown) => {
        // Events of a cluster that was deleted meanwhile are lost with everything else in it.
        if (!this.stopped && !(error instanceof ClusterGoneError)) this.options.onError(error);
      });
  }

  /** Returns a copy of the correlator, with which another recorder continues as this one does. */
  forkCorrelator(): EventCorrelator {
    return this.correlator.fork();
  }

  /** Returns the correlator state of a unit, as plain data; undefined where it has no lane of its own, or has recorded nothing. */
  capture(unit: string): CorrelatorState | undefined {
    return this.correlators.get(unit)?.toState();
  }

  /** Lets a unit continue from the events of the one before it. */
  restore(unit: string, state: CorrelatorState): void {
    this.correlators.set(unit, EventCorrelator.fromState(state, numbersOf(componentOf(unit))));
  }

  /** Stops writing, as the process ends; returns the number of events that had not had their turn. */
  stop(): number {
    const unwritten = this.waiting;
    this.stopped = true;
    this.recorded.clear();
    this.waiting = 0;
    return unwritten;
  }

  /**
   * Returns the lane of a unit. The assignment of units to processes differs between runs: where several processes
   * share rounds each unit has a lane.
   */
  private laneOf(unit: string): string {
    const { rounds } = this.options;
    return rounds?.held && rounds.areOn() ? unit : '';
  }

  private correlatorOf(lane: string): EventCorrelator {
    if (lane === '') return this.correlator;
    let correlator = this.correlators.get(lane);
    if (!correlator) this.correlators.set(lane, (correlator = new EventCorrelator(numbersOf(componentOf(lane)))));
    return correlator;
  }

  private hasWaiting(lane: string): boolean {
    for (const _ of this.recordedIn(lane)) return true;
    return false;
  }

  private async flush(lane: string, fence: Fence | undefined): Promise<void> {
    try {
      while (this.hasWaiting(lane)) {
        if (this.options.rounds?.areOn()) await new Promise<void>((resolve) => this.options.rounds!.whenQuiet(resolve));
        const intents = this.takeChunk(lane).map((event) => this.intentFor(event));
        // As many go as may come, so that there is an end to them however busy the components are.
        intents.push(...(this.options.expired?.(CHUNK_SIZE) ?? []));
        if (intents.length > 0) await this.options.committer.commit(intents, { fence, urgency: Urgency.Background });
      }
    } finally {
      this.flushing.delete(lane);
    }
  }

  /** The events of the oldest notes, as many as one round trip takes; one that repeats itself is written once. */
  private takeChunk(lane: string): DueEvent[] {
    const chunk = new Map<string, DueEvent>();
    for (const batch of this.inOrder(lane)) {
      this.takeFrom(batch, chunk);
      if (batch.taken < batch.notes.length) break;
      this.recorded.delete(batch);
    }
    return [...chunk.values()];
  }

  private *recordedIn(lane: string): Iterable<RecordedNotes> {
    for (const batch of this.recorded) if (batch.lane === lane) yield batch;
  }

  private inOrder(lane: string): Iterable<RecordedNotes> {
    if (!this.options.rounds?.areOn()) return this.recordedIn(lane);
    return [...this.recordedIn(lane)].sort((a, b) => (a.unit < b.unit ? -1 : a.unit > b.unit ? 1 : 0));
  }

  private takeFrom(batch: RecordedNotes, chunk: Map<string, DueEvent>): void {
    while (batch.taken < batch.notes.length && chunk.size < CHUNK_SIZE) {
      const note = batch.notes[batch.taken++]!;
      this.waiting--;
      const event = this.correlatorOf(batch.lane).correlate(note, note.atMs ?? batch.atMs);
      if (event) chunk.set(`${event.metadata.namespace}/${event.metadata.name}`, event);
    }
  }

  private intentFor(event: DueEvent): Intent {
    const { name, namespace, annotations } = event.metadata;
    const key = { resource: 'events', namespace, name };
    return {
      key,
      origin: { writer: event.reportingComponent ?? '' },
      decide: (current) => {
        const metadata = current
          ? { ...current.metadata, resourceVersion: '' }
          : {
              resourceVersion: '',
              name,
              namespace,
              uid: this.options.newUid(key),
              creationTimestamp: formatTime(this.options.nowMs()),
              ...(annotations ? { annotations } : {}),
            };
        // There is no other reference to the event: it can be completed in place.
        const object = Object.assign(event, { metadata });
        return { kind: 'write', operation: current ? Operation.Update : Operation.Create, object };
      },
    };
  }
}

function componentOf(unit: string): string {
  return unit.slice(0, unit.lastIndexOf('/'));
}
