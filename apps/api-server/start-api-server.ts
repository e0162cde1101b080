import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ControlPlane } from '@orrery/control-plane';
import type { Logger } from '@orrery/service';
import type { FastifyInstance } from 'fastify';
import { printSchema } from 'graphql';
import { ApiServerModule } from './api-server.module';
import { registerHealth } from './health';
import { registerPlayground } from './playground';
import { registerQueueBoard } from './queue-board';
import { rewriteClusterUrl } from './rest/cluster-path';
import { registerKubernetesApi } from './rest/kubernetes-api';

export interface ApiServerOptions {
  readonly plane: ControlPlane;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly logger: Logger;
}

/** A server that takes requests. */
export interface ApiServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
  close(): Promise<void>;
}

/** What a GraphQL request may weigh; bodies of the Kubernetes wire have their own limit. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** Serves both APIs, health, metrics, the queues' board and the playground over one control plane. */
export async function startApiServer({ plane, host, port, logger }: ApiServerOptions): Promise<ApiServer> {
  const adapter = new FastifyAdapter({
    rewriteUrl: rewriteClusterUrl as never,
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
  });
  const app = await NestFactory.create<NestFastifyApplication>(ApiServerModule.for(plane), adapter, {
    bodyParser: false,
    logger: false,
    abortOnError: false,
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  mount(fastify, plane);
  await app.init();
  const { schema } = app.get(GraphQLSchemaHost);
  const sdl = printSchema(schema);
  fastify.get('/graphql/schema', (_request, reply) => reply.type('text/plain; charset=utf-8').send(sdl));
  await app.listen(port, host);
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  logger.info({ url }, 'API server listens');
  return { url, close: () => app.close() };
}

function mount(fastify: FastifyInstance, plane: ControlPlane): void {
  registerHealth(fastify, plane);
  registerQueueBoard(fastify, plane);
  registerPlayground(fastify);
  fastify.get('/metrics', async (_request, reply) => {
    const { registry } = plane.metrics;
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  registerKubernetesApi(fastify, plane);
}
