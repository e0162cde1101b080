import type { ClusterRuntime } from '@orrery/control-plane';
import { EventStream } from '../../streams/event-stream';
import { NotificationBells } from '../../streams/notification-bell';
import { decisionsOf, readEntry, type DecisionQuery, decisionView } from '@orrery/insights';

const bells = new NotificationBells();

/** Streams decisions made from now on, in the order of their numbers; a notification is a wake-up, the table the truth. */
export async function streamDecisions(runtime: ClusterRuntime, filter: DecisionQuery): Promise<EventStream<object>> {
  const stream = new EventStream<object>();
  const { streams, id: cluster, records, log } = runtime;
  let reported = -1;
  let reading = Promise.resolve();
  const publish = async (): Promise<void> => {
    const index = await decisionsOf(runtime);
    const from = reported < 0 ? index.newest : reported;
    reported = index.newest;
    for (const entry of index.after(from, filter)) stream.push(decisionView(runtime, readEntry(entry)));
  };
  const listener = (): void => {
    reading = reading.then(publish).catch((error: unknown) => stream.fail(error));
  };
  const bell = bells.listen(
    { streams, cluster },
    {
      open: (options) => records.decisions.notifications(options),
      failed: (err) => log.warn({ err }, 'subscription to scheduling decisions interrupted, reconnecting'),
      listener,
    },
  );
  stream.whenOver(bell.stop);
  streams.add(stream);
  stream.whenOver(() => streams.delete(stream));
  await bell.ready.catch((error: unknown) => stream.fail(error));
  listener();
  await reading;
  return stream;
}
