import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { getDistDirectory, renderAltair } from 'altair-static';
import { allowScopeTo, RouteAccess } from '@orrery/access-control';
import { CLUSTER_HEADER, DEFAULT_CLUSTER } from '@orrery/api-protocol';

/** Who must show a token sets it once, as variable `token` of the environment; requests and subscriptions send it. */
const WITH_TOKEN = {
  initialHeaders: { Authorization: 'Bearer {{token}}' },
  initialSubscriptionsPayload: { Authorization: 'Bearer {{token}}' },
  initialEnvironments: { base: { title: 'Environment', variables: { token: 'paste your token here' } } },
};

/** Serves a playground for the GraphQL API at `/playground`; all its files come from this server. */
export function registerPlayground(fastify: FastifyInstance, asksForToken: boolean): void {
  void fastify.register(async (scope) => {
    allowScopeTo(scope, RouteAccess.Server);
    await scope.register(fastifyStatic, {
      root: getDistDirectory(),
      prefix: '/playground/',
      index: false,
      decorateReply: false,
    });
    scope.get('/playground', (_request, reply) => reply.redirect('playground/'));
    scope.get('/playground/', (request, reply) => {
      const cluster = request.headers[CLUSTER_HEADER];
      const root = cluster === undefined ? '' : `/clusters/${encodeURIComponent(String(cluster))}`;
      const page = renderAltair({
        baseURL: `${root}/playground/`,
        endpointURL: `${root}/graphql`,
        subscriptionsEndpoint: `${root}/graphql`,
        // The package does not export the enum whose value this is.
        subscriptionsProtocol: 'graphql-ws' as never,
        initialName: String(cluster ?? DEFAULT_CLUSTER),
        ...(asksForToken ? WITH_TOKEN : {}),
      });
      return reply.type('text/html; charset=utf-8').send(page);
    });
  });
}
