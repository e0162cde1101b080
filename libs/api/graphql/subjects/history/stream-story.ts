import { EventStream } from '../../streams/event-stream';
import { NotificationBells } from '../../streams/notification-bell';
import { readPart, subjectOf, type StoryReader, parseCursor, rangeOf, type StoryRange } from '@orrery/insights';
import type { ObjectChange, StoryStreamArgs } from './story-types';

/** Changes that are read at a time. */
const PAGE = 500;

const bells = new NotificationBells();

/**
 * Streams changes made from now on, or after a moment, in the order of their revisions; changes of the cache and
 * notifications of the database only wake the stream, which reads the tables.
 */
export async function streamStory(reader: StoryReader, args: StoryStreamArgs): Promise<EventStream<ObjectChange>> {
  const { runtime } = reader;
  const { cache, streams } = runtime;
  const subject = subjectOf(runtime, args);
  const stream = new EventStream<ObjectChange>();
  const head = cache.revision;
  let reported = await beginning(reader, args.since);
  const publish = async (): Promise<void> => {
    for (let isMore = true; isMore;) {
      const upTo = runtime.cache.revision;
      const part = await readPart(reader, subject, {
        ...reported,
        upTo: Math.max(upTo, reported.after.revision),
        limit: PAGE,
      });
      // What had happened before does not count as falling behind.
      if (reported.after.revision < head) stream.begin(part.changes);
      else for (const view of part.changes) stream.push(view);
      reported = { ...reported, after: part.reached };
      isMore = part.isMore || part.reached.revision < runtime.cache.revision;
    }
  };
  let reading: Promise<void> | undefined;
  let isWanted = false;
  const wake = (): void => {
    isWanted = true;
    reading ??= (async () => {
      while (isWanted) {
        isWanted = false;
        await publish();
      }
    })()
      .catch((error: unknown) => stream.fail(error))
      .finally(() => {
        reading = undefined;
      });
  };
  let unsubscribe = runtime.cache.subscribe(wake);
  stream.whenOver(
    runtime.onCacheReplaced(() => {
      unsubscribe();
      unsubscribe = runtime.cache.subscribe(wake);
      wake();
    }),
  );
  stream.whenOver(() => unsubscribe());
  if (subject.incidents.topics.length > 0) await listen(reader, stream, wake);
  wake();
  streams.add(stream);
  stream.whenOver(() => streams.delete(stream));
  return stream;
}

async function beginning({ runtime }: StoryReader, since: string | null | undefined): Promise<StoryRange> {
  if (since == null) {
    const incident = await runtime.records.incidents.last();
    return { after: { revision: runtime.cache.revision, incident }, upTo: 0 };
  }
  // A revision is a moment: what happened after it and before the next one is reported.
  const isCursor = since.includes('.') && parseCursor(since) !== undefined;
  return rangeOf(runtime, isCursor ? { after: since } : { since });
}

/** Wakes a stream when something happened beside the objects. */
async function listen(
  { runtime }: StoryReader,
  stream: EventStream<ObjectChange>,
  listener: () => void,
): Promise<void> {
  const { streams, id: cluster, records, log } = runtime;
  const bell = bells.listen(
    { streams, cluster },
    {
      open: (options) => records.incidents.notifications(options),
      failed: (err) => log.warn({ err }, 'subscription to incidents interrupted, reconnecting'),
      listener,
    },
  );
  stream.whenOver(bell.stop);
  await bell.ready.catch((error: unknown) => stream.fail(error));
}
