import fastifyWebsocket, { type WebSocket } from '@fastify/websocket';
import { markBigints, withDigits } from '@orrery/api-types';
import type { Logger } from '@orrery/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CloseCode, makeServer, type Server } from 'graphql-ws';
import { allowTo, RouteAccess } from '@orrery/access-control';
import { chooseSubprotocol, messageReviver, operationServer, type Connection } from './operation-server';
import type { OperationCheck } from '../operations/operation-check';
import { inexactNumberIn } from '../../requests/json-body';
import { RequestErrorCode } from '../../values/errors/request-errors';
import type { GraphqlService } from '../../requests/request-context';

/** Interval between pings of a WebSocket; one that has not answered by the next ping is closed. */
const KEEP_ALIVE_MS = 12_000;
/**
 * Time limit for a client to send `connection_init`: generous, because a busy server reads late a message that came in
 * time.
 */
const INIT_TIMEOUT_MS = 10_000;
/** Larger messages end the connection (1009). */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** The reason of a close frame has the rest of its 125 bytes. */
const MAX_REASON_BYTES = 123;

/** Settings that the connections of a server share. */
export interface WebSocketSetting {
  readonly service: GraphqlService;
  readonly check: OperationCheck;
  readonly initTimeoutMs?: number;
}

/**
 * Serves the GraphQL over WebSocket protocol (`graphql-transport-ws`) at `/graphql`, for requests that ask for an upgrade;
 * all others go to the route of the same path that Mercurius serves. To be called before the server is ready.
 */
export function registerWebSocket(fastify: FastifyInstance, setting: WebSocketSetting): void {
  const { service, check, initTimeoutMs = INIT_TIMEOUT_MS } = setting;
  const { logger } = service.plane;
  fastify.addConstraintStrategy({
    name: 'upgrade',
    storage: upgradeRoutes,
    deriveConstraint: ({ headers }) => headers.upgrade?.toLowerCase(),
  });
  const server = makeServer<Record<string, unknown>, Connection>({
    ...operationServer(service, check),
    connectionInitWaitTimeout: initTimeoutMs,
    jsonMessageReviver: messageReviver,
    jsonMessageReplacer: markBigints,
  });
  void fastify.register(async (scope) => {
    await scope.register(fastifyWebsocket, {
      options: { maxPayload: MAX_MESSAGE_BYTES, handleProtocols: chooseSubprotocol },
      errorHandler: (error, socket) => {
        logger.debug({ err: error }, 'WebSocket failed');
        socket.terminate();
      },
    });
    scope.route({
      method: 'GET',
      url: '/graphql',
      ...allowTo(RouteAccess.Fields),
      constraints: { upgrade: 'websocket' },
      exposeHeadRoute: false,
      // Without the upgrade of its header the request was none for this route: Node says what came of it.
      handler: (_request, reply) => reply.code(426).header('Upgrade', 'websocket').send(),
      wsHandler: (socket, request) => serveSocket(server, { socket, request, logger }),
    });
  });
}

/** Routes by the protocol that a request asks to be upgraded to. */
function upgradeRoutes<T>() {
  const routes = new Map<string, T>();
  return {
    get: (protocol: unknown): T | null => routes.get(String(protocol)) ?? null,
    set: (protocol: unknown, route: T): void => void routes.set(String(protocol), route),
    del: (protocol: unknown): void => void routes.delete(String(protocol)),
    empty: (): void => routes.clear(),
  };
}

/** Serves the protocol over a socket with the protocol's own server, because its handler would write to the console. */
function serveSocket(
  server: Server<Connection>,
  {
    socket,
    request,
    logger,
  }: { readonly socket: WebSocket; readonly request: FastifyRequest; readonly logger: Logger },
): void {
  const stopPings = keepAlive(socket);
  const closed = server.opened(
    {
      protocol: socket.protocol,
      // Resolves when the message is on its way, so that a slow client is sent no more than it reads.
      send: (data) =>
        new Promise((resolve, reject) => {
          if (socket.readyState !== socket.OPEN) return resolve();
          socket.send(withDigits(data), (error) => (error ? reject(error) : resolve()));
        }),
      // A reason may hold an id of the client's, of any length.
      close: (code, reason = '') =>
        socket.close(code, Buffer.byteLength(reason) > MAX_REASON_BYTES ? undefined : reason),
      onMessage: (take) =>
        void socket.on('message', (data) => {
          const refusal = numbersRefusal(String(data));
          if (refusal !== undefined) return socket.send(refusal);
          take(String(data)).catch((error: unknown) => {
            if (socket.readyState !== socket.OPEN) return;
            if (isOfServers(error)) return socket.close(CloseCode.BadRequest, 'Invalid message received');
            logger.error({ err: error }, 'GraphQL over WebSocket failed');
            socket.close(CloseCode.InternalServerError, 'Internal server error');
          });
        }),
    },
    { request },
  );
  socket.once('close', (code, reason) => {
    stopPings();
    closed(code, String(reason)).catch((error: unknown) =>
      logger.error({ err: error }, 'GraphQL over WebSocket failed'),
    );
  });
}

/** The answer to a message with a number that a double does not keep; undefined for all other messages. */
function numbersRefusal(text: string): string | undefined {
  const message = inexactNumberIn(text);
  if (message === undefined) return undefined;
  const { type, id } = JSON.parse(text) as { readonly type?: unknown; readonly id?: unknown };
  if (type !== 'subscribe' || typeof id !== 'string') return undefined;
  const extensions = { code: RequestErrorCode.BadUserInput };
  return JSON.stringify({ id, type: 'error', payload: [{ message, extensions }] });
}

/** Returns whether a client sent a message that only servers send: the library takes that for a fault of its own. */
function isOfServers(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Unexpected message of type');
}

/** Pings a socket until it is closed, and terminates it without an answer. Returns a function that stops the pings. */
function keepAlive(socket: WebSocket): () => void {
  let isAnswered = true;
  socket.on('pong', () => (isAnswered = true));
  const timer = setInterval(() => {
    if (!isAnswered) return socket.terminate();
    isAnswered = false;
    socket.ping();
  }, KEEP_ALIVE_MS);
  return () => clearInterval(timer);
}
