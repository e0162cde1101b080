import type { OutgoingHttpHeaders } from 'node:http';
import { request, type RequestOptions } from 'node:https';

/** Larger answers than this are refused: resource lists are a few kilobytes, descriptions of an API a few megabytes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Options of a request to another server. */
export type FetchOptions = RequestOptions & { readonly headers: OutgoingHttpHeaders; readonly timeoutMs: number };

/** An answer with its `ETag`, which is undefined where the server gave none. */
export interface FetchedDocument {
  readonly bytes: Buffer;
  readonly etag: string | undefined;
}

/** Reads JSON over HTTPS; redirects are not followed. Rejects with an Error that states the cause. */
export async function fetchJson(url: URL, options: FetchOptions): Promise<unknown> {
  const { bytes } = (await fetchDocument(url, options))!;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Error(`the answer of ${url.href} is not JSON`);
  }
}

/**
 * Reads a document in JSON over HTTPS as {@link fetchJson}; undefined if the server reports that it is unchanged since
 * the tag `ifNoneMatch`.
 */
export function fetchDocument(
  url: URL,
  { ifNoneMatch, ...options }: FetchOptions & { readonly ifNoneMatch?: string | undefined },
): Promise<FetchedDocument | undefined> {
  const { timeoutMs, headers, ...rest } = options;
  const asked = { ...headers, accept: 'application/json', ...(ifNoneMatch ? { 'if-none-match': ifNoneMatch } : {}) };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = { ...rest, headers: asked, agent: rest.agent ?? false, signal };
    const asking = request(url, sent, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES) asking.destroy(new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode === 304 && ifNoneMatch) resolve(undefined);
        else if (statusCode < 200 || statusCode > 299) reject(new Error(`bad status from ${url.href}: ${statusCode}`));
        else resolve({ bytes: Buffer.concat(chunks), etag: response.headers.etag });
      });
    });
    asking.on('error', (error) =>
      reject(error.name === 'TimeoutError' ? new Error('context deadline exceeded') : error),
    );
    asking.end();
  });
}
