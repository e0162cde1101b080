import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);
/** Smaller answers are not worth the time. */
const COMPRESS_FROM_BYTES = 128 * 1024;
const WITHOUT_BODY = new Set([204, 304]);

/** An answer as it travels. */
export interface Payload {
  readonly code: number;
  /** Undefined: none. */
  readonly body: string | Buffer | undefined;
  readonly type: string;
}

/** Sends an answer, compressed where that pays and the client can read it. An answer that has begun is ended. */
export async function respond(request: FastifyRequest, { raw }: FastifyReply, payload: Payload): Promise<void> {
  if (raw.headersSent || raw.destroyed) return void raw.end();
  raw.statusCode = payload.code;
  if (payload.body === undefined || WITHOUT_BODY.has(payload.code)) return void raw.end();
  raw.setHeader('Content-Type', payload.type);
  let bytes = typeof payload.body === 'string' ? Buffer.from(payload.body) : payload.body;
  if (bytes.length >= COMPRESS_FROM_BYTES && acceptsGzip(request)) {
    bytes = await compress(bytes, { level: 1 });
    raw.setHeader('Content-Encoding', 'gzip');
    raw.setHeader('Vary', 'Accept-Encoding');
  }
  raw.setHeader('Content-Length', bytes.length);
  raw.end(request.method === 'HEAD' ? undefined : bytes);
}

/** The plain 404 of a path that no part of the API has. */
export function pageNotFound(): Payload {
  return { code: 404, body: '404 page not found\n', type: 'text/plain; charset=utf-8' };
}

function acceptsGzip({ headers }: FastifyRequest): boolean {
  const encodings = String(headers['accept-encoding'] ?? '').split(',');
  return encodings.some((encoding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(encoding));
}
