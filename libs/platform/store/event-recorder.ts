import { EventCorrelator, type EventNote, type EventWrite } from '@orrery/events';
import { formatTime } from '@orrery/time';
import type { KubeObject } from '@orrery/api-types';
import type { Intent } from './commit-request';
import { Urgency, type Committer } from './committer';
import { Operation, type Fence } from './write-batch';

/** Notes kept while the store is busy with more urgent writes; beyond that the newest are dropped, as upstream does. */
const MAX_PENDING = 100_000;

const CHUNK_SIZE = 500;

export interface EventRecorderOptions {
  readonly committer: Committer;
  readonly nowMs: () => number;
  readonly newUid: () => string;
  /** Marks the writing as activity of the cluster. */
  readonly track: (work: () => Promise<void>) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Writes what components have to say as Events, in batches and after everything more urgent. */
export class EventRecorder {
  private readonly correlator = new EventCorrelator();
  private readonly pending = new Map<string, EventWrite>();
  private flushing = false;

  constructor(private readonly options: EventRecorderOptions) {}

  /** Never fails and never waits: an event is not worth holding anything up. */
  record(notes: readonly EventNote[], fence?: Fence): void {
    for (const note of notes) {
      if (this.pending.size >= MAX_PENDING) break;
      const write = this.correlator.correlate(note, note.atMs ?? this.options.nowMs());
      if (!write) continue;
      const { namespace, name } = write.event.metadata;
      const key = `${namespace}/${name}`;
      const first = this.pending.get(key)?.kind ?? write.kind;
      this.pending.set(key, { kind: first, event: write.event });
    }
    if (this.pending.size > 0 && !this.flushing) {
      this.flushing = true;
      void this.options.track(() => this.flush(fence)).catch(this.options.onError);
    }
  }

  private async flush(fence: Fence | undefined): Promise<void> {
    try {
      while (this.pending.size > 0) {
        const intents = this.takeChunk().map((write) => this.intentFor(write));
        await this.options.committer.commit(intents, { fence, urgency: Urgency.Background });
      }
    } finally {
      this.flushing = false;
    }
  }

  /** The oldest notes, as many as one round trip takes; what waits behind them costs no more than its note. */
  private takeChunk(): EventWrite[] {
    const chunk: EventWrite[] = [];
    for (const [key, write] of this.pending) {
      if (chunk.length === CHUNK_SIZE) break;
      chunk.push(write);
      this.pending.delete(key);
    }
    return chunk;
  }

  private intentFor({ event }: EventWrite): Intent {
    const { name, namespace, annotations } = event.metadata;
    return {
      key: { resource: 'events', namespace, name },
      decide: (current) => {
        const metadata = current
          ? { ...current.metadata, resourceVersion: '' }
          : {
              resourceVersion: '',
              name,
              namespace,
              uid: this.options.newUid(),
              creationTimestamp: formatTime(this.options.nowMs()),
              ...(annotations ? { annotations } : {}),
            };
        // Nobody else has the event: it need not be copied to be completed.
        const object = Object.assign(event, { metadata }) as unknown as KubeObject;
        return { kind: 'write', operation: current ? Operation.Update : Operation.Create, object };
      },
    };
  }
}
