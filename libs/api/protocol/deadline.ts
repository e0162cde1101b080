import { badRequest, timeout, type ApiError } from '@orrery/api-types';
import { parseDurationMs } from '@orrery/time';
import type { Query } from './query';
import { isWatch, type ApiPath } from './request-path';

/** kube-apiserver's `--request-timeout`. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Time that its handlers allow a write (`requestTimeoutUpperBound`). */
const WRITE_TIMEOUT_MS = 34_000;
const LONG_RUNNING_SUBRESOURCES: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

/** Latest time of the answer to a request, in real time: the cluster's clock may be paused. */
export interface Deadline {
  readonly limitMs: number;
  /** Makes the answer after the deadline; a write may have been carried out. */
  readonly error: () => ApiError;
}

/**
 * Returns the deadline of a request, undefined for those that may take any time, such as watches. `?timeout=` shortens
 * it. Throws 400 for one that is not a duration.
 */
export function deadlineOf(method: string, query: Query, path?: ApiPath): Deadline | undefined {
  if (isLongRunning(query, path)) return undefined;
  const wantedMs = timeoutParameter(query) || Infinity;
  const isWrite = path !== undefined && method !== 'GET' && method !== 'HEAD';
  if (isWrite && wantedMs > WRITE_TIMEOUT_MS) {
    const detail = 'request did not complete within requested timeout - context deadline exceeded';
    return { limitMs: WRITE_TIMEOUT_MS, error: () => timeout(`Timeout: ${detail}`) };
  }
  const error = (): ApiError => timeout('Timeout: request did not complete within the allotted timeout');
  return { limitMs: Math.min(wantedMs, REQUEST_TIMEOUT_MS), error };
}

/** The result of the work, or the deadline's error if that comes first; the work is not stopped by that. */
export async function within<T>(deadline: Deadline | undefined, work: Promise<T>): Promise<T> {
  if (!deadline) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(deadline.error()), deadline.limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function isLongRunning(query: Query, path: ApiPath | undefined): boolean {
  if (!path) return false;
  return isWatch(path, query) || isConnection(path);
}

/**
 * Returns whether the path is that of a long-lived connection: sessions with containers, their logs, and proxied
 * requests.
 */
export function isConnection({ subresource = '' }: ApiPath): boolean {
  return LONG_RUNNING_SUBRESOURCES.has(subresource);
}

/** Milliseconds of `?timeout=`; 0 or less, or none: the server's own limit. */
function timeoutParameter({ timeout: text }: Query): number {
  if (!text) return 0;
  const wantedMs = text.length > 64 ? undefined : parseDurationMs(text);
  if (wantedMs !== undefined) return Math.max(0, wantedMs);
  const quoted = JSON.stringify(text);
  const reason = /^[+-]?\d+(\.\d*)?$/.test(text) ? `missing unit in duration ${quoted}` : `invalid duration ${quoted}`;
  throw badRequest(`invalid timeout specified in the request URL - time: ${reason}`);
}
