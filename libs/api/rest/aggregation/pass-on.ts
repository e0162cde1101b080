import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request as send } from 'node:https';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiService } from '@orrery/api-types';
import { identityHeaders, isIdentityHeader, RemoteError } from '@orrery/aggregation';
import { CLUSTER_HEADER, MOMENT_HEADER, noteStream } from '@orrery/api-protocol';
import type { Actor, ClusterRuntime } from '@orrery/control-plane';
import { wantedUpgrade } from '@orrery/api-streaming';
import type { Payload } from '../answers/respond';
import { requireUpgrade } from '../sessions/open-streams';
import type { Sessions } from '../sessions/sessions';
import { joinOnUpgrade, type PassedUpgrade } from './pass-on-upgrade';
import { connectionOf } from './remote-connection';
import { isAvailable } from './remote-versions';

/** Authorized request of a client that is passed on to another server. */
export interface PassedRequest {
  readonly runtime: ClusterRuntime;
  readonly actor: Actor;
  readonly service: ApiService;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly sessions: Sessions;
}

/** Headers of one connection alone (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Passes a request on to another API server (`kube-aggregator/pkg/apiserver/handler_proxy.go` upstream). Bodies go
 * through in both directions as they come, watches too, and so do connections that become WebSockets or SPDY; redirects
 * are not followed, and not passed back. Returns the payload to send if the server cannot be reached, and undefined
 * once its answer has begun. Throws 429 for an upgrade where too many sessions are open.
 */
export async function passOn(passed: PassedRequest): Promise<Payload | undefined> {
  const { service, request, reply, runtime, actor } = passed;
  if (!isAvailable(service)) return unavailable('service unavailable');
  const { raw } = request;
  let connection: ReturnType<typeof connectionOf>;
  try {
    connection = connectionOf(runtime, service);
  } catch (error) {
    if (error instanceof RemoteError) return unreachable(error);
    throw error;
  }
  const { url, options } = connection;
  const upgrade = upgradeOf(passed);
  const ofUpgrade = upgrade ? { connection: 'Upgrade', upgrade: raw.headers.upgrade } : {};
  const headers = { ...passedHeaders(raw), ...identityHeaders(actor.user), ...ofUpgrade, host: url.host };
  return new Promise((resolve) => {
    const asked = send(new URL(raw.url ?? '/', url), { ...options, method: request.method, headers }, (answer) => {
      resolve(answerOf(answer, reply));
    });
    asked.on('error', (error) => (reply.raw.headersSent ? reply.raw.destroy() : resolve(unreachable(error))));
    // A client that goes, or was answered because it took too long, ends the request to the other server as well.
    reply.raw.on('close', () => asked.destroy());
    if (upgrade) {
      joinOnUpgrade(asked, upgrade, () => resolve(undefined));
      asked.end();
    } else raw.pipe(asked);
  });
}

/** Returns the upgrade of the client's connection; undefined: it stays HTTP. */
function upgradeOf({ request, reply, sessions }: PassedRequest): PassedUpgrade | undefined {
  const head = sessions.headOf(request.raw);
  if (head === undefined || wantedUpgrade(request.raw) === undefined) return undefined;
  const upgrade = requireUpgrade({ raw: request.raw, response: reply.raw }, head);
  return { upgrade, slot: sessions.admit() };
}

/** Begins the answer to the client; a refusal if the other server wants to send it elsewhere. */
function answerOf(answer: IncomingMessage, { raw }: FastifyReply): Payload | undefined {
  const { statusCode = 502, headers } = answer;
  if (raw.headersSent || raw.destroyed) {
    answer.destroy();
    return undefined;
  }
  if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
    answer.destroy();
    return text(502, 'the backend attempted to redirect this request, which is not permitted');
  }
  raw.writeHead(statusCode, withoutHopByHop(headers));
  // The first event of a watch may be long in coming.
  raw.flushHeaders();
  noteStream(raw);
  answer.on('error', () => raw.destroy());
  answer.pipe(raw);
  return undefined;
}

/** Returns the headers of a client for another server, without those of its authentication here, which are replaced. */
function passedHeaders({ headers, socket }: IncomingMessage): OutgoingHttpHeaders {
  const passed = Object.fromEntries(
    Object.entries(withoutHopByHop(headers)).filter(
      ([name]) => !isIdentityHeader(name) && name !== CLUSTER_HEADER && name !== MOMENT_HEADER,
    ),
  );
  const protocols = withoutTokens(headers['sec-websocket-protocol']);
  if (protocols === '') delete passed['sec-websocket-protocol'];
  else if (protocols !== undefined) passed['sec-websocket-protocol'] = protocols;
  const before = passed['x-forwarded-for'];
  const from = socket.remoteAddress ?? '';
  return { ...passed, 'x-forwarded-for': before === undefined ? from : `${String(before)}, ${from}` };
}

/**
 * Prefix of the WebSocket protocol that contains a token, the only means of browsers to authenticate
 * (`authentication/request/websocket` upstream).
 */
const TOKEN_PROTOCOL = 'base64url.bearer.authorization.k8s.io.';

function withoutTokens(protocols: string | undefined): string | undefined {
  const all = protocols?.split(',').map((protocol) => protocol.trim());
  return all?.filter((protocol) => !protocol.startsWith(TOKEN_PROTOCOL)).join(', ');
}

function withoutHopByHop(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  const named = String(headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.includes(name)),
  ) as OutgoingHttpHeaders;
}

function unreachable({ message }: Error): Payload {
  return unavailable(`error trying to reach service: ${message}`);
}

function unavailable(reason: string): Payload {
  return text(503, reason);
}

function text(code: number, body: string): Payload {
  return { code, body: `${body}\n`, type: 'text/plain; charset=utf-8' };
}
