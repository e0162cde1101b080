import { expired, prepareForms, servedForm, type KindInfo } from '@orrery/api-types';
import {
  listObjects,
  waitForRevision,
  watchObjects,
  type ClusterRuntime,
  type Selection,
  type WatchEvent,
} from '@orrery/control-plane';
import { asGraphQLError } from '../../values/errors/request-errors';
import { EventStream, type StreamEvent } from '../../streams/event-stream';

export interface WatchRequest {
  /** Only later changes; undefined: the current state first, then changes. */
  readonly revision: number | undefined;
  /** True if the current state comes first although a revision is given (not older than it), or does not. */
  readonly sendInitialEvents: boolean | undefined;
  readonly bookmarks: boolean;
}

/** Maximum interval between requested bookmarks. */
const BOOKMARK_PERIOD_MS = 30_000;

/** Streams the events of a selection (spec api C7, D6). Throws a GraphQL error such as EXPIRED. */
export async function watchSelection(
  runtime: ClusterRuntime,
  readSelection: () => Selection,
  options: WatchRequest,
): Promise<EventStream> {
  try {
    return await openStream(runtime, readSelection(), options);
  } catch (error) {
    throw asGraphQLError(error);
  }
}

async function openStream(
  runtime: ClusterRuntime,
  selection: Selection,
  { revision, sendInitialEvents, bookmarks }: WatchRequest,
): Promise<EventStream> {
  const stream = new EventStream();
  await waitForRevision(runtime, revision ?? 0);
  const sendsState = sendInitialEvents ?? revision === undefined;
  const from = sendsState ? await sendState(runtime, selection, stream) : (revision ?? runtime.cache.revision);
  // Events of kinds that a webhook converts wait for it, each for those before it.
  let delivery: Promise<void> = Promise.resolve();
  const watch = watchObjects(runtime, selection, {
    revision: from,
    listener: (events) => {
      const push = (): void => {
        runtime.clients.acted();
        for (const event of events) stream.push(toStreamEvent(selection.kind, event));
      };
      const { form } = selection.kind;
      if (!form?.prepare) {
        push();
        return;
      }
      const objects = events.flatMap(({ object, previous }) => (previous ? [object, previous] : [object]));
      delivery = delivery
        .then(() => form.prepare!(objects))
        .then(push)
        .catch((error: unknown) => stream.fail(error as Error));
    },
    lost: () => stream.fail(expired('the history of changes was lost: subscribe again')),
  });
  if (!watch) throw expired(`too old resource version: ${from} (${runtime.cache.revision})`);
  stream.whenOver(watch.stop);
  if (bookmarks) {
    const timer = setInterval(() => stream.push(bookmark(watch.revision(), false)), BOOKMARK_PERIOD_MS);
    stream.whenOver(() => clearInterval(timer));
  }
  const { streams } = runtime;
  streams.add(stream);
  stream.whenOver(() => streams.delete(stream));
  return stream;
}

/** Sends the current state as ADDED events, and a bookmark that marks its end. Returns its revision. */
async function sendState(runtime: ClusterRuntime, selection: Selection, stream: EventStream): Promise<number> {
  const { items, revision } = await listObjects(runtime, selection);
  await prepareForms(selection.kind, items);
  stream.begin([
    ...items.map((stored): StreamEvent => {
      const object = servedForm(selection.kind, stored);
      const { resourceVersion } = object.metadata;
      return { type: 'ADDED', object, previous: null, resourceVersion, initialEventsEnd: false };
    }),
    bookmark(revision, true),
  ]);
  return revision;
}

function bookmark(revision: number, initialEventsEnd: boolean): StreamEvent {
  return { type: 'BOOKMARK', object: null, previous: null, resourceVersion: String(revision), initialEventsEnd };
}

function toStreamEvent(kind: KindInfo, { type, object: stored, previous, revision }: WatchEvent): StreamEvent {
  const object = servedForm(kind, stored);
  return {
    type,
    object,
    previous: previous ? servedForm(kind, previous) : null,
    resourceVersion: String(revision),
    initialEventsEnd: false,
  };
}
