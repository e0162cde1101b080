import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { getDistDirectory } from 'altair-static';
import { allowScopeTo, RouteAccess } from '@orrery/access-control';
import { CLUSTER_HEADER, DEFAULT_CLUSTER } from '@orrery/api-protocol';
import { filePolicy, pagePolicy, playgroundPage } from './page';

const NONCE_BYTES = 16;
const POLICY = 'Content-Security-Policy';

/** Serves a playground for the GraphQL API at `/playground`; all its files come from this server. */
export function registerPlayground(fastify: FastifyInstance, asksForToken: boolean): void {
  void fastify.register(async (scope) => {
    allowScopeTo(scope, RouteAccess.Server);
    await scope.register(fastifyStatic, {
      root: getDistDirectory(),
      prefix: '/playground/',
      index: false,
      decorateReply: false,
      setHeaders: (reply, path) => {
        const policy = filePolicy(path);
        if (policy !== undefined) void reply.header(POLICY, policy);
      },
    });
    scope.get('/playground', (_request, reply) => reply.redirect('playground/'));
    scope.get('/playground/', (request, reply) => {
      const named = request.headers[CLUSTER_HEADER];
      const root = named === undefined ? '' : `/clusters/${encodeURIComponent(String(named))}`;
      const nonce = randomBytes(NONCE_BYTES).toString('base64');
      const cluster = String(named ?? DEFAULT_CLUSTER);
      return reply
        .type('text/html; charset=utf-8')
        .header(POLICY, pagePolicy(nonce))
        .send(playgroundPage({ cluster, root, asksForToken, nonce }));
    });
  });
}
