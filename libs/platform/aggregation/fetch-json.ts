import type { OutgoingHttpHeaders } from 'node:http';
import { request, type RequestOptions } from 'node:https';

/** Larger answers than this are refused: resource lists are a few kilobytes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** Reads JSON over HTTPS; redirects are not followed. Rejects with an Error that says why there is none. */
export function fetchJson(
  url: URL,
  options: RequestOptions & { readonly headers: OutgoingHttpHeaders; readonly timeoutMs: number },
): Promise<unknown> {
  const { timeoutMs, headers, ...rest } = options;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = { ...rest, headers: { ...headers, accept: 'application/json' }, agent: false, signal };
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
        if (statusCode < 200 || statusCode > 299) {
          reject(new Error(`bad status from ${url.href}: ${statusCode}`));
          return;
        }
        try {
          resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
        } catch {
          reject(new Error(`the answer of ${url.href} is no JSON`));
        }
      });
    });
    asking.on('error', (error) =>
      reject(error.name === 'TimeoutError' ? new Error('context deadline exceeded') : error),
    );
    asking.end();
  });
}
