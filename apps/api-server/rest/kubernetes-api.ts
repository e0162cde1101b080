import { randomUUID } from 'node:crypto';
import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound, toStatus } from '@orrery/api-types';
import type { ControlPlane } from '@orrery/control-plane';
import { readBody } from './body';
import { CLUSTER_HEADER } from './cluster-path';
import { discover } from './discovery';
import { openApi } from './openapi/open-api';
import { parseQuery } from './query';
import { parseApiPath } from './request-path';
import { handleResource } from './resource-requests';
import { serverVersion } from './version';

const compress = promisify(gzip);
/** Smaller answers are not worth the time. */
const COMPRESS_FROM_BYTES = 128 * 1024;
export const DEFAULT_CLUSTER = 'default';

/** Serves the Kubernetes API: resources, watches, discovery, OpenAPI and the version. */
export function registerKubernetesApi(fastify: FastifyInstance, plane: ControlPlane): void {
  void fastify.register((api, _options, done) => {
    // Bodies are read by the handlers, which know the formats and their errors.
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', (_request, _payload, next) => next(null));
    for (const url of ['/api', '/api/*', '/apis', '/apis/*', '/openapi/*', '/version']) {
      api.all(url, (request, reply) => serve(plane, request, reply));
    }
    done();
  });
}

async function serve(plane: ControlPlane, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.setHeader('Audit-Id', randomUUID());
  raw.setHeader('Cache-Control', 'no-cache, private');
  try {
    await answer(plane, request, reply);
  } catch (error) {
    if (!(error instanceof ApiError)) plane.logger.error({ err: error, url: request.url }, 'request failed');
    const status = toStatus(error);
    const retryAfter = status.details?.retryAfterSeconds;
    if (retryAfter && !raw.headersSent) raw.setHeader('Retry-After', String(retryAfter));
    await send(request, reply, { code: status.code, body: JSON.stringify(status), type: 'application/json' });
  }
}

async function answer(plane: ControlPlane, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const url = request.raw.url ?? '/';
  const path = url.split('?')[0]!;
  const accept = request.headers.accept;
  if (path === '/version') {
    return send(request, reply, { code: 200, body: JSON.stringify(serverVersion()), type: 'application/json' });
  }
  if (path.startsWith('/openapi/')) {
    const document = openApi(path, accept, request.headers['if-none-match']);
    if (!document) return sendNotFound(request, reply);
    reply.raw.setHeader('ETag', document.etag);
    return send(request, reply, { code: document.code, body: document.body, type: document.contentType });
  }
  const apiPath = parseApiPath(path);
  if (!apiPath) {
    const discovery = discover(path, accept);
    if (!discovery) return sendNotFound(request, reply);
    const body = JSON.stringify(discovery.body);
    return send(request, reply, { code: 200, body, type: discovery.contentType });
  }
  const clusterName = (request.headers[CLUSTER_HEADER] as string | undefined) ?? DEFAULT_CLUSTER;
  const runtime = await plane.cluster(clusterName);
  if (!runtime) throw notFound({ group: 'orrery.dev', resource: 'clusters' }, clusterName);
  const warnings: string[] = [];
  const result = await handleResource({
    runtime,
    path: apiPath,
    method: request.method,
    query: parseQuery(url),
    headers: request.headers,
    readBody: () => readBody(request.raw),
    response: reply.raw,
    warn: (text) => warnings.push(text),
  });
  if (!result) return;
  if (warnings.length > 0) {
    reply.raw.setHeader(
      'Warning',
      warnings.map((text) => `299 - ${JSON.stringify(text)}`),
    );
  }
  const isText = typeof result.body === 'string';
  const body = result.body === undefined ? undefined : isText ? (result.body as string) : JSON.stringify(result.body);
  const type = isText ? 'text/plain' : 'application/json';
  await send(request, reply, { code: result.code, body, type });
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  return send(request, reply, { code: 404, body: '404 page not found\n', type: 'text/plain; charset=utf-8' });
}

interface Payload {
  readonly code: number;
  readonly body: string | Buffer | undefined;
  readonly type: string;
}

async function send(request: FastifyRequest, reply: FastifyReply, payload: Payload): Promise<void> {
  const { raw } = reply;
  if (raw.headersSent || raw.destroyed) return void raw.end();
  raw.statusCode = payload.code;
  if (payload.body === undefined || payload.code === 204 || payload.code === 304) return void raw.end();
  raw.setHeader('Content-Type', payload.type);
  let bytes = typeof payload.body === 'string' ? Buffer.from(payload.body) : payload.body;
  const acceptsGzip = String(request.headers['accept-encoding'] ?? '').includes('gzip');
  if (acceptsGzip && bytes.length >= COMPRESS_FROM_BYTES) {
    bytes = await compress(bytes, { level: 1 });
    raw.setHeader('Content-Encoding', 'gzip');
  }
  raw.setHeader('Content-Length', bytes.length);
  raw.end(request.method === 'HEAD' ? undefined : bytes);
}
