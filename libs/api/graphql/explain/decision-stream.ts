import type { ClusterRuntime } from '@orrery/control-plane';
import type { NotificationLine } from '@orrery/store';
import { EventStream } from '../subscriptions/event-stream';
import { decisionsOf, readEntry, type DecisionQuery } from './decision-index';
import { decisionView } from './decision-view';

/** Tells the streams of one process that decisions were written; connected while there are any. */
class DecisionBell {
  private readonly listeners = new Map<() => void, string>();
  private readonly line: NotificationLine;
  readonly ready: Promise<void>;

  constructor({ log, records }: ClusterRuntime) {
    this.line = records.decisions.notifications({
      heard: (cluster) => this.ring(cluster),
      // What was said meanwhile was missed; the table has it all.
      reconnected: () => this.ring(undefined),
      failed: (err) => log.warn({ err }, 'subscription to scheduling decisions interrupted, reconnecting'),
    });
    this.ready = this.line.start();
  }

  /** Calls `listener` when there is something new in the cluster. Answers how to stop that. */
  listen(cluster: string, listener: () => void, last: () => void): () => void {
    this.listeners.set(listener, cluster);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      last();
      void this.line.stop();
    };
  }

  private ring(cluster: string | undefined): void {
    for (const [listener, own] of [...this.listeners]) if (cluster === undefined || cluster === own) listener();
  }
}

/** By the streams of the process, which all its clusters share. */
const bells = new WeakMap<ClusterRuntime['streams'], DecisionBell>();

/** Streams decisions made from now on, in the order of their numbers; a notification is a wake-up, the table the truth. */
export async function streamDecisions(runtime: ClusterRuntime, filter: DecisionQuery): Promise<EventStream<object>> {
  const stream = new EventStream<object>();
  const { streams } = runtime;
  let bell = bells.get(streams);
  if (!bell) bells.set(streams, (bell = new DecisionBell(runtime)));
  let reported = -1;
  let reading = Promise.resolve();
  const tell = async (): Promise<void> => {
    const index = await decisionsOf(runtime);
    const from = reported < 0 ? index.newest : reported;
    reported = index.newest;
    for (const entry of index.after(from, filter)) stream.push(decisionView(runtime, readEntry(entry)));
  };
  const onUpdate = (): void => {
    reading = reading.then(tell).catch((error: unknown) => stream.fail(error));
  };
  stream.whenOver(bell.listen(runtime.id, onUpdate, () => bells.delete(streams)));
  streams.add(stream);
  stream.whenOver(() => streams.delete(stream));
  await bell.ready.catch((error: unknown) => stream.fail(error));
  onUpdate();
  await reading;
  return stream;
}
