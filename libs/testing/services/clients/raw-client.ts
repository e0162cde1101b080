import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** An answer as it came over the wire. */
export interface RawReply {
  readonly code: number;
  readonly headers: IncomingHttpHeaders;
  /** Body as sent, perhaps compressed. */
  readonly bytes: Buffer;
  /** The body, where it is JSON. Tests look wherever they want. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: any;
}

export interface RawRequest {
  readonly method?: string;
  /** A text or bytes go as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends exactly the request of a test, also one that no regular client sends. */
export class RawClient {
  constructor(private readonly url: string) {}

  send(path: string, { method = 'GET', body, headers = {} }: RawRequest = {}): Promise<RawReply> {
    const bytes = bytesOf(body);
    // Node gives a DELETE with a body no length of its own accord.
    const type: Record<string, string> =
      bytes === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(bytes)) };
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${this.url}${path}`, { method, headers: { ...type, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve(replyOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))));
      });
      request.on('error', reject);
      request.end(bytes);
    });
  }

  /** The first lines of a watch, as many as are waited for; fewer if it ends before. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  watchLines(path: string, count: number, headers: Readonly<Record<string, string>> = {}): Promise<any[]> {
    return new Promise((resolve, reject) => {
      const lines: unknown[] = [];
      let rest = '';
      const request = httpRequest(`${this.url}${path}`, { headers }, (response) => {
        const finish = (): void => {
          request.destroy();
          resolve(lines);
        };
        response.on('data', (chunk: Buffer) => {
          const parts = (rest + chunk.toString()).split('\n');
          rest = parts.pop()!;
          for (const part of parts) lines.push(JSON.parse(part));
          if (lines.length >= count) finish();
        });
        response.on('error', finish);
        response.on('end', finish);
      });
      request.on('error', reject);
      request.end();
    });
  }
}

function bytesOf(body: unknown): string | Buffer | undefined {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return JSON.stringify(body);
}

function replyOf(code: number, headers: IncomingHttpHeaders, bytes: Buffer): RawReply {
  const isJson = String(headers['content-type']).startsWith('application/json');
  const text = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  return { code, headers, bytes, json: isJson && text.length > 0 ? JSON.parse(text.toString()) : undefined };
}
