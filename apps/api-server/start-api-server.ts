import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ControlPlane } from '@orrery/control-plane';
import type { Logger } from '@orrery/service';
import { ApiError, methodNotAllowed, StatusReason, toStatus } from '@orrery/api-types';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { printSchema, type GraphQLError, type GraphQLSchema } from 'graphql';
import { AccessControl, requireAccess } from './access/access-control';
import type { ServingCertificate } from './access/load-access';
import { refusalOfOrigin, type OriginPolicy } from './access/request-origin';
import {
  accessOfRoute,
  allowTo,
  askForToken,
  declareRoutes,
  isPageRequest,
  RouteAccess,
  type DeclaredRoute,
} from './access/route-access';
import { ApiServerModule } from './api-server.module';
import { asGraphQLError, errorAnswer } from './graphql/errors/request-errors';
import { OperationCheck } from './graphql/operations/operation-check';
import { registerWebSocket } from './graphql/subscriptions/web-socket';
import { registerHealth } from './health';
import { registerPlayground } from './playground';
import { registerQueueBoard } from './queue-board';
import { clusterNameOf, rewriteClusterUrl } from './rest/cluster-path';
import { refusePath, registerKubernetesApi } from './rest/kubernetes-api';

export interface ApiServerOptions {
  readonly plane: ControlPlane;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly logger: Logger;
  /** Who may do what; everybody everything if not given. */
  readonly access?: AccessControl;
  /** HTTPS with this certificate; HTTP if not given. */
  readonly tls?: ServingCertificate | undefined;
  /** Further names that are right in `Host` and `Origin`, as {@link OriginPolicy} has them. */
  readonly allowedHosts?: readonly string[];
}

/** A server that takes requests. */
export interface ApiServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Every route that it answers, with who may use it. */
  readonly routes: readonly DeclaredRoute[];
  /** The schema that it serves. */
  readonly schema: GraphQLSchema;
  close(): Promise<void>;
}

/** What a GraphQL request may weigh; bodies of the Kubernetes wire have their own limit. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** Fastify's word for a path that cannot be decoded. */
const BAD_URL = 'FST_ERR_BAD_URL';

/** Serves both APIs, health, metrics, the queues' board and the playground over one control plane. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { plane, host, port, logger, access = new AccessControl(), tls, allowedHosts = [] } = options;
  const adapter = new FastifyAdapter({
    rewriteUrl: rewriteClusterUrl as never,
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      error.code === BAD_URL ? void refusePath(plane, request, reply) : void reply.send(error),
    // Who shows no certificate, or a foreign one, may still have a token.
    ...(tls ? { https: { ...tls, requestCert: tls.ca !== undefined, rejectUnauthorized: false } } : {}),
  });
  const check = new OperationCheck(access.isOn);
  const app = await NestFactory.create<NestFastifyApplication>(ApiServerModule.for({ plane, access }, check), adapter, {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  const routes = declareRoutes(fastify);
  mount(fastify, { plane, access, origins: { hasUsers: access.isOn, allowedHosts } });
  registerWebSocket(fastify, { service: { plane, access }, check });
  await app.init();
  const { schema } = app.get(GraphQLSchemaHost);
  const sdl = printSchema(schema);
  fastify.get('/graphql/schema', allowTo(RouteAccess.Server), (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(sdl),
  );
  await app.listen(port, host);
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  logger.info({ url }, 'API server listens');
  return { url, routes, schema, close: () => app.close() };
}

/** What requests are judged by before they reach their handlers. */
interface Guard {
  readonly plane: ControlPlane;
  readonly access: AccessControl;
  readonly origins: OriginPolicy;
}

function mount(fastify: FastifyInstance, guard: Guard): void {
  const { plane, access } = guard;
  endRefusedUpgrades(fastify);
  guardRoutes(fastify, guard);
  registerHealth(fastify, plane);
  registerQueueBoard(fastify, plane);
  registerPlayground(fastify, access.isOn);
  fastify.get('/metrics', allowTo(RouteAccess.Server), async (_request, reply) => {
    const { registry } = plane.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  refuseOtherMethods(fastify, plane);
  registerKubernetesApi(fastify, plane, access);
}

/** GraphQL is asked by GET and POST; what another method says is not even read. */
function refuseOtherMethods(fastify: FastifyInstance, plane: ControlPlane): void {
  const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const errors = [asGraphQLError(methodNotAllowed()) as GraphQLError];
    const { statusCode, response } = errorAnswer({ errors }, plane.logger);
    await reply.code(statusCode).header('Allow', 'GET, HEAD, POST').send(response);
  };
  const method = ['DELETE', 'OPTIONS', 'PATCH', 'PUT'];
  fastify.route({ method, url: '/graphql', ...allowTo(RouteAccess.Fields), onRequest: refuse, handler: refuse });
}

/** Decides on every request before its handler: by where it comes from, and by what its route asks for. */
function guardRoutes(fastify: FastifyInstance, guard: Guard): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const refusal = refusalOfOrigin(request.method, request.headers, guard.origins);
    if (refusal !== undefined)
      return refuse(guard, { request, reply, error: new ApiError(StatusReason.Forbidden, refusal, {}) });
    // Clients of Kubernetes know this answer; the framework's own would be another.
    if (request.is404) return reply.code(404).type('text/plain; charset=utf-8').send('404 page not found\n');
    const needed = accessOfRoute(request);
    if (!guard.access.isOn || needed === RouteAccess.Public || needed === RouteAccess.Cluster) return;
    try {
      await requireRoute(guard, request, needed);
    } catch (error) {
      return refuse(guard, { request, reply, error });
    }
  });
}

/** A connection that was to become a WebSocket and got an answer instead carries nothing more: nothing else would end it. */
function endRefusedUpgrades(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', async ({ headers, raw }) => {
    if (headers.upgrade !== undefined) raw.socket.end();
  });
}

/** Throws 401 or 403 unless the client may use the route. */
async function requireRoute({ plane, access }: Guard, request: FastifyRequest, needed: RouteAccess | undefined) {
  const cluster = await plane.cluster(clusterNameOf(request));
  const actor = access.serverActorOf(request.raw, cluster);
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
  return reply.code(status.code).send(isGraphql ? errorAnswer({ errors }, plane.logger).response : status);
}
