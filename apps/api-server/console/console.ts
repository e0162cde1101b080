import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { allowScopeTo, isPageRequest, RouteAccess } from '@orrery/access-control';
import { CLUSTER_HEADER } from '@orrery/api-protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { builtFolder } from '../built-folder';

/** Path of the console; the path of a cluster is `/console/NAME`. */
const CONSOLE_PATH = '/console';

/** Content security policy of the console: scripts and styles of this server, and connections to it. */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const NOT_BUILT = 'The console is not built: run `npm run build`.\n';

/**
 * Serves the built console at `/console`, and leads a browser that opens the root of the server or of a cluster to it.
 * Its files contain no data of a cluster, so they are read without authentication: the console reads its data over
 * GraphQL, like any client.
 */
export function registerConsole(fastify: FastifyInstance): void {
  const folder = builtFolder('console', 'assets');
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.url.split('?')[0] === '/' && isPageRequest(request)) return reply.redirect(pathOf(request));
  });
  void fastify.register(async (scope) => {
    allowScopeTo(scope, RouteAccess.Public);
    if (folder !== undefined) await scope.register(fastifyStatic, assetsIn(folder));
    const page = folder === undefined ? undefined : readFileSync(join(folder, 'index.html'), 'utf8');
    const serve = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      if (page === undefined) return reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT);
      if (request.headers[CLUSTER_HEADER] !== undefined) return reply.redirect(pathOf(request));
      return reply
        .type('text/html; charset=utf-8')
        .header('Content-Security-Policy', CONSOLE_POLICY)
        .header('Cache-Control', 'no-cache')
        .header('X-Content-Type-Options', 'nosniff')
        .header('Referrer-Policy', 'no-referrer')
        .send(page);
    };
    scope.get(CONSOLE_PATH, serve);
    // Views of the console have addresses of their own, which it reads itself.
    scope.get(`${CONSOLE_PATH}/*`, serve);
  });
}

/** The console of the cluster that a request names by its path or host; the list of clusters if it names none. */
function pathOf({ headers }: FastifyRequest): string {
  const cluster = headers[CLUSTER_HEADER];
  return cluster === undefined ? CONSOLE_PATH : `${CONSOLE_PATH}/${encodeURIComponent(String(cluster))}`;
}

/** Options of the files below `assets`. Their names contain a hash of the content; the build has compressed them. */
function assetsIn(folder: string) {
  return {
    root: join(folder, 'assets'),
    prefix: `${CONSOLE_PATH}/assets/`,
    index: false,
    decorateReply: false,
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
    setHeaders: (reply: { header(name: string, value: string): unknown }) =>
      void reply.header('X-Content-Type-Options', 'nosniff'),
  } as const;
}
