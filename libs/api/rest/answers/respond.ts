import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAfter, isUpTo, jsonText, type ReleaseName } from '@orrery/api-types';
import { EXTENSION_PATHS } from '../announcement/extension-paths';

const compress = promisify(gzip);
/** Smaller answers are not worth the time. */
const COMPRESS_FROM_BYTES = 128 * 1024;
const WITHOUT_BODY = new Set([204, 304]);

/** An answer as it travels. */
export interface Payload {
  readonly code: number;
  /** Body of the response; undefined: none; a list of pieces is sent one after the other. */
  readonly body: string | Buffer | readonly Buffer[] | undefined;
  readonly type: string;
}

/** Sends an answer, compressed where that pays and the client can read it. An answer that has begun is ended. */
export async function respond(request: FastifyRequest, { raw }: FastifyReply, payload: Payload): Promise<void> {
  if (raw.headersSent || raw.destroyed) return void raw.end();
  raw.statusCode = payload.code;
  if (payload.body === undefined || WITHOUT_BODY.has(payload.code)) return void raw.end();
  raw.setHeader('Content-Type', payload.type);
  let pieces = piecesOf(payload.body);
  let length = lengthOf(pieces);
  if (length >= COMPRESS_FROM_BYTES && acceptsGzip(request)) {
    pieces = [await compress(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, length), { level: 1 })];
    length = lengthOf(pieces);
    raw.setHeader('Content-Encoding', 'gzip');
    raw.setHeader('Vary', 'Accept-Encoding');
  }
  raw.setHeader('Content-Length', length);
  if (request.method === 'HEAD') return void raw.end();
  // One system call writes what the socket takes of it.
  raw.cork();
  for (const piece of pieces) raw.write(piece);
  raw.end();
}

function piecesOf(body: string | Buffer | readonly Buffer[]): readonly Buffer[] {
  if (typeof body === 'string') return [Buffer.from(body)];
  return Buffer.isBuffer(body) ? [body] : body;
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** The 404 of a path that no part of the API has: a plain one, or the paths of the server of definitions in 1.20. */
export function pageNotFound(release: ReleaseName): Payload {
  const isPlain = isAfter(release, '1.20') || isUpTo(release, '1.11');
  if (isPlain) return { code: 404, body: '404 page not found\n', type: 'text/plain; charset=utf-8' };
  return { code: 404, body: jsonText({ paths: EXTENSION_PATHS }, 2), type: 'application/json' };
}

function acceptsGzip({ headers }: FastifyRequest): boolean {
  const encodings = String(headers['accept-encoding'] ?? '').split(',');
  return encodings.some((encoding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(encoding));
}
