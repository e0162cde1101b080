import { ApiError, DEFAULT_RELEASE, StatusReason, toStatus } from '@orrery/api-types';
import type { ControlPlane } from '@orrery/control-plane';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import { asGraphQLError, errorAnswer } from '@orrery/graphql-api';
import { clusterNameOf } from '@orrery/api-protocol';
import { pageNotFound } from '@orrery/rest-api';
import {
  type AccessControl,
  accessOfRoute,
  askForToken,
  isPageRequest,
  type OriginPolicy,
  refusalOfOrigin,
  requireAccess,
  RouteAccess,
} from '@orrery/access-control';

/** Parts of the server that check requests before they reach their handlers. */
export interface Guard {
  readonly plane: ControlPlane;
  readonly access: AccessControl;
  readonly origins: OriginPolicy;
}

/** Checks every request before its handler: its origin, and the access rule of its route. */
export function guardRoutes(fastify: FastifyInstance, guard: Guard): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const refusal = refusalOfOrigin(request.method, request.headers, guard.origins);
    if (refusal !== undefined)
      return refuse(guard, { request, reply, error: new ApiError(StatusReason.Forbidden, refusal, {}) });
    // Clients of Kubernetes know this answer; the framework's own would be another.
    const needed = accessOfRoute(request);
    try {
      if (request.is404) await requirePath(guard, request);
      else if (guard.access.isOn && needed !== RouteAccess.Public && needed !== RouteAccess.Cluster)
        await requireRoute(guard, request, needed);
    } catch (error) {
      return refuse(guard, { request, reply, error: guard.plane.databaseWatch.asApiError(error) });
    }
    // Clients of Kubernetes know this answer; the framework's own would be another.
    if (request.is404) {
      const cluster = await guard.plane.cluster(clusterNameOf(request));
      const { code, type, body } = pageNotFound(cluster?.kinds.release ?? DEFAULT_RELEASE);
      // Bytes: the framework would add a character set to the type of a text.
      return reply
        .code(code)
        .header('content-type', type)
        .send(Buffer.from(String(body)));
    }
  });
}

/** A connection that was to become a WebSocket and got an answer instead carries nothing more: nothing else would end it. */
export function endRefusedUpgrades(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', async ({ headers, raw }) => {
    if (headers.upgrade !== undefined) raw.socket.end();
  });
}

/**
 * Throws 401 or 403 unless the client has a right to the path, which no route has: a client without the right learns
 * nothing of it.
 */
async function requirePath({ plane, access }: Guard, request: FastifyRequest): Promise<void> {
  if (!access.isOn) return;
  const cluster = await plane.cluster(clusterNameOf(request));
  const actor = await access.actorOf(request.raw, cluster);
  requireAccess(actor, { verb: request.method.toLowerCase(), path: request.url.split('?')[0]! });
}

/** Throws 401 or 403 unless the client may use the route. */
async function requireRoute({ plane, access }: Guard, request: FastifyRequest, needed: RouteAccess | undefined) {
  const cluster = await plane.cluster(clusterNameOf(request));
  const actor = await access.serverActorOf(request.raw, cluster);
  if (needed === RouteAccess.Fields) return;
  requireAccess(actor, { verb: request.method.toLowerCase(), path: request.routeOptions.url ?? '' });
}

function refuse(
  { plane, access }: Guard,
  {
    request,
    reply,
    error,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly error: unknown },
): FastifyReply {
  const status = toStatus(error);
  const isGraphql = accessOfRoute(request) === RouteAccess.Fields;
  if (access.isOn && !isGraphql && isPageRequest(request) && !request.headers.authorization) return askForToken(reply);
  // Mercurius would ask for the context of its answer, and be refused again.
  const errors = [asGraphQLError(error) as GraphQLError];
  if (isGraphql) return reply.code(status.code).send(errorAnswer({ errors }, plane.logger).response);
  // As bytes, lest the framework adds a charset, which kube-apiserver does not name.
  return reply
    .code(status.code)
    .type('application/json')
    .send(Buffer.from(JSON.stringify(status)));
}
