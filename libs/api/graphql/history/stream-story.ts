import { EventStream } from '../subscriptions/event-stream';
import { changeView, rangeOf, readableBy, subjectOf, type StoryReader } from './story-page';
import type { ObjectChange, StoryStreamArgs } from './story-types';

/** Changes that are read at a time. */
const PAGE = 500;

/**
 * Streams changes made from now on, or after a moment, in the order of their revisions; what the cache hears is a wake-up, the
 * log the truth.
 */
export async function streamStory(reader: StoryReader, args: StoryStreamArgs): Promise<EventStream<ObjectChange>> {
  const { runtime } = reader;
  const subject = subjectOf(runtime, args);
  const stream = new EventStream<ObjectChange>();
  const { since } = args;
  let reported = since == null ? runtime.cache.revision : (await rangeOf(runtime, { since })).after;
  const head = runtime.cache.revision;
  let reading: Promise<void> | undefined;
  const tell = async (): Promise<void> => {
    while (reported < runtime.cache.revision) {
      const page = await runtime.records.history.story({
        ...subject,
        after: reported,
        upTo: runtime.cache.revision,
        limit: PAGE,
      });
      // Rights may have changed since the page before.
      const isReadable = readableBy(reader);
      const views = page.changes.filter(isReadable).map(changeView);
      // What had happened before does not count as falling behind.
      if (reported < head) stream.begin(views);
      else for (const view of views) stream.push(view);
      reported = page.reached;
    }
  };
  const wake = (): void => {
    reading ??= tell()
      .catch((error: unknown) => stream.fail(error))
      .finally(() => {
        reading = undefined;
        if (reported < runtime.cache.revision) wake();
      });
  };
  let unsubscribe = runtime.cache.subscribe(wake);
  const forget = runtime.onCacheReplaced(() => {
    unsubscribe();
    unsubscribe = runtime.cache.subscribe(wake);
    wake();
  });
  stream.whenOver(() => {
    unsubscribe();
    forget();
  });
  wake();
  runtime.streams.add(stream);
  stream.whenOver(() => runtime.streams.delete(stream));
  return stream;
}
