import type { ServerResponse } from 'node:http';
import { expired, prepareForms, toStatus, type ApiError } from '@orrery/api-types';
import { listObjects, watchObjects, type ClusterRuntime, type Selection, type WatchEvent } from '@orrery/control-plane';
import { drained, noteStream } from '@orrery/api-protocol';
import type { EventPresenter } from './answers/presentation';
import { writeShared } from './answers/shared-chunk';
import { unsetCreation } from './answers/unset-creation';

export interface WatchRequest {
  readonly runtime: ClusterRuntime;
  readonly selection: Selection;
  /** Revision to start from; undefined: the current state first, then changes. */
  readonly revision: number | undefined;
  /** True: current state as ADDED, then a marked bookmark, then changes; false: no current state; undefined: by revision. */
  readonly sendInitialEvents: boolean | undefined;
  readonly allowBookmarks: boolean;
  readonly timeoutSeconds: number;
  readonly present: EventPresenter;
  /** Time in ms after which it ends as a lost connection; undefined: it does not. */
  readonly lifetimeMs?: number | undefined;
}

/** A client that reads more slowly than this is disconnected; it comes back and resumes. */
const MAX_BUFFERED_BYTES = 10 * 1024 * 1024;
const BOOKMARK_PERIOD_MS = 60_000;
const LAST_BOOKMARK_MS = 2000;
/** Timers of the platform hold no more; no watch is meant to last that long. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Serves one watch until its timeout, its client's end, or {@link WatchStream.close}. */
export class WatchStream {
  private readonly timers: NodeJS.Timeout[] = [];
  private stopWatching: () => void = () => undefined;
  private isReleased = false;
  private readonly ended = new AbortController();
  private sent = 0;
  /** Up to which revision the client has seen everything. */
  private revision: () => number = () => this.sent;
  private delivery: Promise<void> = Promise.resolve();

  constructor(
    private readonly response: ServerResponse,
    private readonly request: WatchRequest,
  ) {}

  async start(): Promise<void> {
    const { runtime } = this.request;
    // Headers at once: some clients wait for them before they believe in the watch.
    this.response.writeHead(200, {
      'Content-Type': this.request.present.contentType,
      'Cache-Control': 'no-cache, private',
    });
    this.response.flushHeaders();
    noteStream(this.response);
    this.response.on('close', () => this.release());
    this.schedule();
    try {
      const from = await this.initialEvents();
      // The client may have left in the meantime; then no watch is needed.
      if (!this.isReleased) this.follow(from);
    } catch (error) {
      runtime.log.debug({ err: error, cluster: runtime.id }, 'watch ended with an error');
      this.fail(error);
    }
  }

  /** Ends the stream with the reason as its last line. */
  refuse(reason: ApiError): void {
    this.fail(reason);
  }

  /** Ends the stream cleanly. */
  close(): void {
    this.release();
    this.response.end();
  }

  /** Sends the current state if the client wants it; answers from which revision changes follow. */
  private async initialEvents(): Promise<number> {
    const { runtime, selection, revision, sendInitialEvents, allowBookmarks } = this.request;
    // Of a revision that is still to come there are no events yet; the watch may end before it comes.
    await runtime.cache.reached(revision ?? 0, this.ended.signal);
    if (this.isReleased) return 0;
    const wantsState = sendInitialEvents ?? (revision === undefined || revision === 0);
    if (!wantsState) return revision ?? runtime.cache.revision;
    const listed = await listObjects(runtime, selection);
    await prepareForms(selection.kind, listed.items);
    for (const object of await runtime.withHeartbeats(selection.kind, listed.items)) {
      if (this.isReleased) break;
      // What follows in the meantime stands in the log, so a slow reader of a long list is simply waited for.
      if (!this.response.write(this.request.present.event('ADDED', object))) await drained(this.response);
    }
    this.sent = listed.revision;
    if (sendInitialEvents && allowBookmarks) this.bookmark(listed.revision, { 'k8s.io/initial-events-end': 'true' });
    return listed.revision;
  }

  private follow(from: number): void {
    const { runtime, selection } = this.request;
    const watch = watchObjects(runtime, selection, {
      revision: from,
      listener: (events) => this.deliver(events),
      lost: () => this.fail(tooOld(from, runtime)),
    });
    if (!watch) throw tooOld(from, runtime);
    this.stopWatching = watch.stop;
    this.revision = watch.revision;
  }

  /** Events of kinds that a webhook converts wait for it, each for those before it. */
  private deliver(events: readonly WatchEvent[]): void {
    const { form } = this.request.selection.kind;
    if (!form?.prepare) {
      this.sendEvents(events);
      return;
    }
    this.delivery = this.delivery
      .then(() => form.prepare!(events.map(({ object }) => object)))
      .then(() => this.isReleased || this.sendEvents(events))
      .then(() => undefined)
      .catch((error: unknown) => this.fail(error));
  }

  private sendEvents(events: readonly WatchEvent[]): void {
    const { present, runtime } = this.request;
    this.sent = events[events.length - 1]!.revision;
    runtime.clients.acted();
    const bytes = present.events(events);
    if (typeof bytes === 'string') this.response.write(bytes);
    else writeShared(this.response, bytes);
    if (this.response.writableLength > MAX_BUFFERED_BYTES) this.response.destroy();
  }

  private schedule(): void {
    const timeoutMs = Math.min(this.request.timeoutSeconds * 1000, MAX_TIMEOUT_MS);
    this.timers.push(setTimeout(() => this.close(), timeoutMs));
    const { lifetimeMs } = this.request;
    if (lifetimeMs !== undefined && lifetimeMs < timeoutMs)
      this.timers.push(setTimeout(() => this.fail(tooOld(this.revision(), this.request.runtime)), lifetimeMs));
    if (!this.request.allowBookmarks) return;
    this.timers.push(setInterval(() => this.bookmark(this.revision()), BOOKMARK_PERIOD_MS));
    if (timeoutMs > LAST_BOOKMARK_MS) {
      this.timers.push(setTimeout(() => this.bookmark(this.revision()), timeoutMs - LAST_BOOKMARK_MS));
    }
  }

  private bookmark(revision: number, annotations?: Record<string, string>): void {
    const { kind } = this.request.selection;
    const seen = Math.max(revision, this.sent);
    // Before the state is sent there is nothing that a client has seen.
    if (seen === 0) return;
    const metadata = {
      resourceVersion: String(seen),
      ...unsetCreation(this.request.runtime.kinds.release),
      ...(annotations ? { annotations } : {}),
    };
    const object = { kind: kind.kind, apiVersion: this.request.present.apiVersion, metadata };
    this.response.write(this.request.present.bookmark(object));
  }

  /** Writes the last line of a stream that cannot continue; the client lists again. */
  private fail(error: unknown): void {
    if (this.isReleased) return;
    const { runtime, present } = this.request;
    this.response.write(present.failure(toStatus(runtime.asApiError(error))));
    this.close();
  }

  private release(): void {
    this.isReleased = true;
    this.ended.abort();
    this.stopWatching();
    for (const timer of this.timers) clearTimeout(timer);
  }
}

function tooOld(revision: number, { cache }: ClusterRuntime): Error {
  return expired(`too old resource version: ${revision} (${cache.revision})`);
}
