import { momentsOf } from '@orrery/moments';
import { randomUUID } from 'node:crypto';
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  ApiError,
  type ApiService,
  badRequest,
  isAfter,
  isUpTo,
  kindByResource,
  notFound,
  toStatus,
} from '@orrery/api-types';
import { type Actor, bundleOf, type ClusterRuntime, type ControlPlane } from '@orrery/control-plane';
import type { Access } from '@orrery/access';
import {
  AccessControl,
  allowTo,
  clusterFor,
  RequestFlows,
  requireAccess,
  RouteAccess,
  sufferFaults,
} from '@orrery/access-control';
import {
  type ApiPath,
  CLUSTER_HEADER,
  clusterNameOf,
  deadlineOf,
  DEFAULT_CLUSTER,
  isConnection,
  noteRequest,
  momentOf,
  parseApiPath,
  parseQuery,
  type Query,
  unknownResource,
  within,
} from '@orrery/api-protocol';
import { ISSUER_PATHS } from './access/issuer-discovery';
import { accessOfRequest } from './access/request-access';
import { readBody } from './bodies/body';
import { passOn } from './aggregation/pass-on';
import { openApiPlace, remoteOpenApi } from './aggregation/remote-openapi';
import { remoteService } from './aggregation/remote-versions';
import { encodeAnswer } from './answers/encoded-answer';
import { JSON_TYPE } from './answers/negotiation';
import { handleResource } from './resource-requests';
import { pageNotFound, respond, type Payload } from './answers/respond';
import { KubeletRefusal } from './sessions/session-container';
import { ignoreOtherUpgrades } from './sessions/ignore-upgrades';
import type { RestProduct } from './kind-request';
import { Sessions } from './sessions/sessions';
import { type ServedKinds } from './served-kinds';
import { warningHeaders } from './bodies/warnings';
import { announcedBy, clusterOf, everythingAnnounced, type Service } from './api-service';
import { describe, describeOpenApi, issuer, root, version } from './api-descriptions';

/** Parts of the API that differ between programs. */
export interface KubernetesApiOptions {
  /** Knows the clients; by default every client may do everything. */
  readonly access?: AccessControl;
  /** Products whose requests are answered, too. */
  readonly products: readonly RestProduct[];
}

/** Serves the Kubernetes API: resources, watches, discovery, OpenAPI and the version. */
export function registerKubernetesApi(
  fastify: FastifyInstance,
  plane: ControlPlane,
  { access = new AccessControl(), products }: KubernetesApiOptions,
): void {
  void fastify.register((api, _options, done) => {
    // Bodies are read by the handlers, which know the formats and their errors.
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', (_request, _payload, next) => next(null));
    const sessions = new Sessions();
    const service = { plane, access, sessions, flows: new RequestFlows(), products };
    ignoreOtherUpgrades(fastify.server);
    routeUpgrades(fastify, sessions);
    for (const url of ['/', '/api', '/api/*', '/apis', '/apis/*', '/openapi/*', '/version', ...ISSUER_PATHS]) {
      api.all(url, allowTo(RouteAccess.Cluster), (request, reply) => serve(service, request, reply));
    }
    done();
  });
}

/**
 * Keeps what a connection sends behind its request for an upgrade. The WebSocket plugin, where there is one, routes such
 * requests of all paths; where there is none, they are routed here.
 */
function routeUpgrades(fastify: FastifyInstance, sessions: Sessions): void {
  const { server } = fastify;
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    sessions.keepHead(request, head);
    if (server.listenerCount('upgrade') > 1) return;
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    // What got an answer of HTTP carries nothing more.
    response.on('finish', () => socket.end());
    fastify.routing(request, response);
  });
  fastify.addHook('preClose', (done) => {
    sessions.close();
    done();
  });
}

/** Answers a request with an unreadable path: the router stops at it before any handler sees it. */
export async function refusePath(plane: ControlPlane, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  begin(reply);
  const error = badRequest(`the path of the request cannot be decoded: ${request.raw.url ?? ''}`);
  await respond(request, reply, await failure(plane, request, error, reply));
}

/** Takes the response over from Fastify: from here on only this module writes it. */
function begin(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.setHeader('Audit-Id', randomUUID());
  reply.raw.setHeader('Cache-Control', 'no-cache, private');
}

async function serve(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  begin(reply);
  try {
    const url = request.raw.url ?? '/';
    const deadline = deadlineOf(request.method, parseQuery(url), parseApiPath(url.split('?')[0]!));
    const payload = await within(deadline, answer(service, request, reply));
    if (payload) await respond(request, reply, payload);
  } catch (error) {
    await respond(request, reply, await failure(service.plane, request, error, reply));
  }
}

async function failure(
  plane: ControlPlane,
  request: FastifyRequest,
  thrown: unknown,
  { raw }: FastifyReply,
): Promise<Payload> {
  if (thrown instanceof KubeletRefusal) return { code: 500, body: thrown.message, type: 'text/plain; charset=utf-8' };
  const error = plane.asApiError(thrown);
  if (!(error instanceof ApiError)) plane.logger.error({ err: error, url: request.url }, 'request failed');
  const status = toStatus(error);
  const retryAfter = status.details?.retryAfterSeconds;
  if (retryAfter && !raw.headersSent) raw.setHeader('Retry-After', String(retryAfter));
  // What is left of a body that is too large is not worth reading for the next request.
  if (status.code === 413 && !raw.headersSent) raw.setHeader('Connection', 'close');
  return encodeAnswer(status.code, status, { accept: request.headers.accept, query: {} });
}

/** Returns the payload of the response; undefined when a stream was started. */
async function answer(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<Payload | undefined> {
  const url = request.raw.url ?? '/';
  const path = decodedPath(url);
  const query = parseQuery(url);
  const apiPath = parseApiPath(path);
  if (!apiPath) {
    await requirePath(service, request, { path, reply });
    if (path === '/version') return version(service, request, query);
    if (ISSUER_PATHS.includes(path)) return issuer(service, request, path, reply);
    if (path === '/') return root(service, request, query);
    const remote = await remoteOfPath(service, request, path);
    if (remote) return passOn({ ...remote, request, reply, sessions: service.sessions });
    if (path.startsWith('/openapi/')) return describeOpenApi(service, path, request, reply);
    return describe(await everythingAnnounced(service, request), path, query, { request, reply });
  }
  const { access } = service;
  const runtime = await clusterOf(service, request);
  if (runtime && momentOf(request) !== undefined) return answerAt(service, { runtime, apiPath, query, request, reply });
  const kinds = isBuiltIn(apiPath, runtime) ? undefined : await announcedBy(runtime);
  const remote = kinds && runtime && remoteService(runtime, apiPath.group, apiPath.version);
  const actor = await access.actorOf(request.raw, runtime);
  if (!runtime) throw notFound({ group: 'orrery.dev', resource: 'clusters' }, clusterNameOf(request));
  service.sessions.hooks.follow(runtime);
  if (!isConnection(apiPath)) noteRequest(runtime, reply.raw);
  const wanted = accessOfRequest(apiPath, request.method, query);
  // Releases before 1.22 classify no watches, and none classifies what is held open.
  const isClassified =
    !isConnection(apiPath) && (wanted.verb !== 'watch' || isAfter(bundleOf(runtime.settings), '1.20'));
  if (isClassified) sayFlow(service, { runtime, actor, access: wanted, reply });
  requireAccess(actor, wanted);
  if (kinds && !remote && !isServed(kinds, apiPath)) return notServed(kinds, apiPath);
  if (kinds && !remote && isUnknown(runtime, kinds, apiPath)) return pageNotFound(kinds.release);
  const watchLifetimeMs = await sufferFaults(runtime, () => ({
    user: actor.user.name,
    userAgent: request.headers['user-agent'] ?? '',
    access: wanted,
  }));
  if (remote) return passOn({ runtime, actor, service: remote, request, reply, sessions: service.sessions });
  const seen = clusterFor(runtime, actor);
  return answerResource(service, { runtime, seen, actor, apiPath, query, request, reply, watchLifetimeMs });
}

/** A request for resources of a cluster. */
interface ResourceQuestion {
  readonly runtime: ClusterRuntime;
  readonly apiPath: ApiPath;
  readonly query: Query;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Time in ms after which a watch is lost. */
  readonly watchLifetimeMs?: number | undefined;
}

/**
 * Answers a request for a past state of a cluster: the rights are those of the present, and checked before anything is
 * read.
 */
async function answerAt(service: Service, question: ResourceQuestion): Promise<Payload | undefined> {
  const { runtime, apiPath, query, request, reply } = question;
  const actor = await service.access.actorOf(request.raw, runtime);
  const wanted = accessOfRequest(apiPath, request.method, query);
  if (!isConnection(apiPath) && wanted.verb !== 'watch') sayFlow(service, { runtime, actor, access: wanted, reply });
  requireAccess(actor, wanted);
  const seen = await momentsOf(service.plane).at(runtime, momentOf(request)!);
  const kinds = isBuiltIn(apiPath, seen) ? undefined : await announcedBy(seen);
  if (kinds && !isServed(kinds, apiPath)) return notServed(kinds, apiPath);
  return answerResource(service, { ...question, seen, actor });
}

async function answerResource(
  service: Service,
  {
    runtime,
    seen,
    actor,
    apiPath,
    query,
    request,
    reply,
    watchLifetimeMs,
  }: ResourceQuestion & { readonly seen: ClusterRuntime; readonly actor: Actor },
): Promise<Payload | undefined> {
  const { access } = service;
  const warnings: string[] = [];
  if (isLikelyAstray(request) && others(service).length > 0) warnings.push(ASTRAY);
  const answering = handleResource({
    runtime: seen,
    actor,
    identify: (token, audiences) => access.identify(token, runtime, audiences),
    path: apiPath,
    method: request.method,
    query,
    headers: request.headers,
    readBody: (use) => readBody(request.raw, use),
    response: reply.raw,
    raw: request.raw,
    sessions: service.sessions,
    products: service.products,
    watchLifetimeMs,
    warn: (text) => warnings.push(text),
  });
  const result = await answering.finally(() => {
    if (warnings.length > 0 && !reply.raw.headersSent) reply.raw.setHeader('Warning', warningHeaders(warnings));
  });
  if (!result) return undefined;
  if (typeof result.body === 'string') return { code: result.code, body: result.body, type: 'text/plain' };
  if (result.body === undefined) return { code: result.code, body: undefined, type: JSON_TYPE };
  return encodeAnswer(result.code, result.body, { accept: request.headers.accept, query });
}

const ASTRAY =
  'this is the cluster "default": kubectl drops the path of its server with --raw; put /clusters/NAME before the path to ask another cluster';

/** `kubectl get --raw` asks at the root of the server, also where its kubeconfig names `/clusters/NAME`. */
function isLikelyAstray({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'GET' &&
    headers[CLUSTER_HEADER] === undefined &&
    headers.accept === 'application/json, */*' &&
    // kubectl says which of its commands asks; those that ask before they write accept the same.
    (headers['kubectl-command'] ?? 'kubectl get') === 'kubectl get' &&
    (headers['user-agent'] ?? '').startsWith('kubectl')
  );
}

function others({ plane }: Service): readonly string[] {
  return plane.knownClusters().filter((name) => name !== DEFAULT_CLUSTER);
}

/** Returns the path without escapes, as it is authorized and routed: `/%76ersion` is `/version`. */
function decodedPath(url: string): string {
  const path = url.split('?')[0]!;
  // A segment of a name may hold an escaped slash: names are decoded where the path is read.
  return path.startsWith('/api') ? path : decodeURIComponent(path);
}

/** Throws 401 or 403 unless the client may read a path that is not a resource. */
async function requirePath(
  service: Service,
  request: FastifyRequest,
  { path, reply }: { readonly path: string; readonly reply: FastifyReply },
): Promise<void> {
  const runtime = await clusterOf(service, request);
  const actor = await service.access.actorOf(request.raw, runtime);
  const access = { verb: request.method.toLowerCase(), path };
  if (runtime) sayFlow(service, { runtime, actor, access, reply });
  requireAccess(actor, access);
}

/** A request for a cluster, with its actor. */
interface AskedOf {
  readonly runtime: ClusterRuntime;
  readonly actor: Actor;
  readonly access: Access;
  readonly reply: FastifyReply;
}

/** Sets the headers with the flow schema and priority level of the request, also on a refusal. */
function sayFlow({ flows }: Service, { runtime, actor, access, reply }: AskedOf): void {
  const flow = flows.classify(runtime, actor.user, access);
  if (!flow) return;
  reply.raw.setHeader('X-Kubernetes-Pf-Flowschema-Uid', flow.flowSchemaUid);
  reply.raw.setHeader('X-Kubernetes-Pf-Prioritylevel-Uid', flow.priorityLevelUid);
}

/**
 * Returns the APIService of another server whose own description is requested, `/apis/{group}/{version}` or the same
 * below `/openapi/v3`; access was checked before.
 */
async function remoteOfPath(
  service: Service,
  request: FastifyRequest,
  path: string,
): Promise<{ readonly runtime: ClusterRuntime; readonly actor: Actor; readonly service: ApiService } | undefined> {
  if (momentOf(request) !== undefined) return undefined;
  const found = /^(?<openApi>\/openapi\/v3)?\/apis\/(?<group>[^/]+)\/(?<version>[^/]+)\/?$/.exec(path)?.groups;
  if (!found) return undefined;
  const runtime = await clusterOf(service, request);
  if (runtime && !runtime.isAlone) await runtime.caughtUp();
  const remote = runtime && remoteService(runtime, found['group']!, found['version']!);
  if (!remote) return undefined;
  if (found['openApi'] && !(await remoteOpenApi(runtime, path)).places.has(openApiPlace(remote))) return undefined;
  return { runtime, actor: await service.access.actorOf(request.raw, runtime), service: remote };
}

/** A kind of the release; one that is known, but not served, is refused by name. */
function isBuiltIn({ group, version, resource }: ApiPath, runtime: ClusterRuntime | undefined): boolean {
  const kind = kindByResource(group, version, resource);
  if (!kind || !runtime) return kind !== undefined;
  return kind.versionsOf[runtime.release].includes(group === '' ? version : `${group}/${version}`);
}

/**
 * Returns whether all kinds of a group are definitions of the cluster: other versions and resources of such a group are
 * not part of the API.
 */
function isCustomGroup(kinds: ServedKinds, group: string): boolean {
  return kinds.versionsOf(group).every((version) => kinds.kindsIn(version).every(({ isCustom }) => isCustom));
}

/** Returns whether a path names a resource that no definition of its group has; older servers answer that as for their own groups. */
function isUnknown(runtime: ClusterRuntime, kinds: ServedKinds, { group, version, resource }: ApiPath): boolean {
  if (isUpTo(runtime.release, '1.20') || runtime.kinds.byResource(group, version, resource)) return false;
  return isCustomGroup(kinds, group);
}

/** Returns whether requests are answered in terms of resources. */
function isServed(kinds: ServedKinds, { group, version }: ApiPath): boolean {
  return kinds.versionsOf(group).includes(group === '' ? version : `${group}/${version}`);
}

/** The 404 of a version that a group does not have; the plain one of a page of a group that does not exist, or that definitions make. */
function notServed(kinds: ServedKinds, { group }: ApiPath): Payload {
  if (isAfter(kinds.release, '1.20') ? isCustomGroup(kinds, group) : kinds.versionsOf(group).length === 0) {
    return pageNotFound(kinds.release);
  }
  throw unknownResource();
}
