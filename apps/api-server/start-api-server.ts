import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ControlPlane } from '@orrery/control-plane';
import type { Logger } from '@orrery/service';
import { methodNotAllowed } from '@orrery/api-types';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { printSchema, type GraphQLError, type GraphQLSchema } from 'graphql';
import {
  AccessControl,
  accessOfRoute,
  allowTo,
  type DeclaredRoute,
  declareRoutes,
  RouteAccess,
  type ServingCertificate,
} from '@orrery/access-control';
import {
  asGraphQLError,
  errorAnswer,
  OperationCheck,
  keepIntegers,
  registerWebSocket,
  startDeadline,
} from '@orrery/graphql-api';
import { dropUnreadBodies, rewriteClusterUrl } from '@orrery/api-protocol';
import { PRODUCTS } from './products';
import { refusePath, registerKubernetesApi } from '@orrery/rest-api';
import { endRefusedUpgrades, guardRoutes, type Guard } from './guard-routes';
import { ApiServerModule } from './api-server.module';
import { registerConsole } from './console/console';
import { registerDocumentation } from './documentation/documentation';
import { registerHealth } from './health';
import { registerImport } from './import-route';
import { registerPlayground } from './playground/playground';
import { registerRecordings } from './recording-routes';
import { protectPages } from './page-headers';
import { registerQueueBoard } from './queue-board';
import { registerSnapshots } from './snapshot-route';

export interface ApiServerOptions {
  readonly plane: ControlPlane;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly logger: Logger;
  /** Access control; without it all requests are allowed. */
  readonly access?: AccessControl;
  /** HTTPS with this certificate; HTTP if not given. */
  readonly tls?: ServingCertificate | undefined;
  /** Further names that are right in `Host` and `Origin`, as `OriginPolicy` has them. */
  readonly allowedHosts?: readonly string[];
}

/** A server that takes requests. */
export interface ApiServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Routes of the server, each with its access rule. */
  readonly routes: readonly DeclaredRoute[];
  /** The schema that it serves. */
  readonly schema: GraphQLSchema;
  close(): Promise<void>;
}

/** Maximum size of a GraphQL request; bodies of the Kubernetes wire have their own limit. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** Limits of Go's servers: the query of an exec contains the whole command. */
const LIMITS = { maxHeaderSize: 1024 * 1024 };

/** Fastify's word for a path that cannot be decoded. */
const BAD_URL = 'FST_ERR_BAD_URL';

/** Serves both APIs, the console, health, metrics, the queues' board and the playground over one control plane. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { plane, host, port, logger, access = new AccessControl(), tls, allowedHosts = [] } = options;
  const adapter = new FastifyAdapter({
    // Nest's adapter types the option for its own request.
    rewriteUrl: rewriteClusterUrl as never,
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      error.code === BAD_URL ? void refusePath(plane, request, reply) : void reply.send(error),
    // Who shows no certificate, or a foreign one, may still have a token.
    ...(tls
      ? { https: { ...tls, ...LIMITS, requestCert: tls.ca !== undefined, rejectUnauthorized: false } }
      : { http: LIMITS }),
  });
  const check = new OperationCheck(access.isOn);
  const app = await NestFactory.create<NestFastifyApplication>(ApiServerModule.for({ plane, access }, check), adapter, {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  // Nest types the instance without the type provider that the routes use.
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  dropUnreadBodies(fastify.server);
  const routes = declareRoutes(fastify);
  mount(fastify, { plane, access, origins: { hasUsers: access.isOn, allowedHosts } });
  keepIntegers(fastify);
  registerWebSocket(fastify, { service: { plane, access }, check });
  await app.init();
  const { schema } = app.get(GraphQLSchemaHost);
  const sdl = printSchema(schema);
  fastify.get('/graphql/schema', allowTo(RouteAccess.Server), (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(sdl),
  );
  await app.listen(port, host);
  const url = reachable(await app.getUrl());
  logger.info({ url }, 'API server listens');
  return { url, routes, schema, close: () => app.close() };
}

/** The address for clients on this machine: a server that listens on all addresses is reached at loopback. */
function reachable(url: string): string {
  return url.replace(/\/\/(?:\[::1?\]|0\.0\.0\.0)(?=:|$)/, '//127.0.0.1');
}

function mount(fastify: FastifyInstance, guard: Guard): void {
  const { plane, access } = guard;
  endRefusedUpgrades(fastify);
  guardRoutes(fastify, guard);
  protectPages(fastify);
  fastify.addHook('onRequest', async (request, reply) => {
    if (accessOfRoute(request) !== RouteAccess.Fields) return;
    try {
      startDeadline(request, reply, plane.logger);
    } catch (error) {
      const { statusCode, response } = errorAnswer({ errors: [asGraphQLError(error) as GraphQLError] }, plane.logger);
      await reply.code(statusCode).send(response);
    }
  });
  // Clients retry a 503 only with Retry-After.
  fastify.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('Retry-After')) reply.header('Retry-After', '1');
  });
  registerHealth(fastify, plane);
  registerQueueBoard(fastify, plane);
  registerPlayground(fastify, access.isOn);
  registerConsole(fastify);
  registerDocumentation(fastify);
  fastify.get('/metrics', allowTo(RouteAccess.Server), async (_request, reply) => {
    const { text, contentType } = await plane.metrics.scrape();
    return reply.type(contentType).send(text);
  });
  registerImport(fastify, guard);
  registerSnapshots(fastify, plane);
  registerRecordings(fastify, plane);
  refuseOtherMethods(fastify, plane);
  registerKubernetesApi(fastify, plane, { access, products: PRODUCTS });
}

/** Refuses methods other than GET and POST for GraphQL, without reading the body. */
function refuseOtherMethods(fastify: FastifyInstance, plane: ControlPlane): void {
  const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const errors = [asGraphQLError(methodNotAllowed()) as GraphQLError];
    const { statusCode, response } = errorAnswer({ errors }, plane.logger);
    await reply.code(statusCode).header('Allow', 'GET, HEAD, POST').send(response);
  };
  const method = ['DELETE', 'OPTIONS', 'PATCH', 'PUT'];
  fastify.route({ method, url: '/graphql', ...allowTo(RouteAccess.Fields), onRequest: refuse, handler: refuse });
}
