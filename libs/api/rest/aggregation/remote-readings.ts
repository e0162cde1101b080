import { createHash } from 'node:crypto';
import type { ApiService } from '@orrery/api-types';
import type { FetchedDocument } from '@orrery/aggregation';
import { isAvailable } from './remote-versions';

/** Lifetime of a server's answer, and the interval until it is asked again when it did not answer; in ms of real time. */
const KEPT_MS = 60_000;
const RETRY_MS = 5000;

/** Asks a server; undefined: nothing has changed since the tag. Rejects without an answer. */
type Ask = (service: ApiService, etag: string | undefined) => Promise<FetchedDocument | undefined>;

/** Last answer of a server. */
interface Reading<T> {
  readonly resourceVersion: string;
  /** Resolves after the first request to the server, with or without success. */
  readonly asked: Promise<void>;
  dueAtMs: number;
  last: Said<T> | undefined;
}

interface Said<T> {
  readonly value: T;
  readonly hash: string;
  readonly etag: string | undefined;
}

/**
 * One of the documents of other servers. A client waits for it only after an APIService was made or has changed; after
 * that it gets what was read last, while a server whose answer is older than a minute is asked again: one that does not
 * answer costs other clients no time, and its previous answer stays (`cached.LastSuccess` of kube-openapi).
 */
export class RemoteReadings<T> {
  private readonly known = new Map<string, Reading<T>>();

  /** `parse` may throw for documents that cannot be understood. */
  constructor(
    private readonly ask: Ask,
    private readonly parse: (document: unknown, service: ApiService) => T,
  ) {}

  /** Returns the answer of each of the servers; undefined for those without one yet. Others are forgotten. */
  async of(services: readonly ApiService[], nowMs: number): Promise<(T | undefined)[]> {
    const names = new Set(services.map(({ metadata }) => metadata.name));
    for (const name of this.known.keys()) if (!names.has(name)) this.known.delete(name);
    return Promise.all(services.map((service) => this.one(service, nowMs)));
  }

  private async one(service: ApiService, nowMs: number): Promise<T | undefined> {
    const { name, resourceVersion } = service.metadata;
    const before = this.known.get(name);
    const isKnown = before?.resourceVersion === resourceVersion;
    const reading = isKnown ? before : this.begin(service, nowMs, before?.last);
    if (isKnown && isAvailable(service) && nowMs >= reading.dueAtMs) void this.renew(reading, service, nowMs);
    await reading.asked;
    return reading.last?.value;
  }

  private begin(service: ApiService, nowMs: number, last: Said<T> | undefined): Reading<T> {
    const { name, resourceVersion } = service.metadata;
    let setAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => (setAsked = resolve));
    const reading: Reading<T> = { resourceVersion, asked, dueAtMs: nowMs, last };
    this.known.set(name, reading);
    if (isAvailable(service)) void this.renew(reading, service, nowMs).then(setAsked);
    else setAsked();
    return reading;
  }

  private async renew(reading: Reading<T>, service: ApiService, nowMs: number): Promise<void> {
    const { last } = reading;
    reading.dueAtMs = nowMs + KEPT_MS;
    try {
      const document = await this.ask(service, last?.etag);
      if (!document) return;
      const hash = createHash('sha256').update(document.bytes).digest('hex');
      if (hash === last?.hash) return;
      const value = this.parse(JSON.parse(document.bytes.toString('utf8')), service);
      reading.last = { value, hash, etag: document.etag };
    } catch {
      // Discovery and the condition of the APIService report the error; a document is useful, not required.
      reading.dueAtMs = nowMs + RETRY_MS;
    }
  }
}
