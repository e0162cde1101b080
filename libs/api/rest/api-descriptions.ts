import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAfter, isUpTo, jsonText, methodNotAllowed, notFound } from '@orrery/api-types';
import { bundleOf, type ClusterRuntime } from '@orrery/control-plane';
import { clusterNameOf, DEFAULT_CLUSTER, type Query, serverVersion, unknownResource } from '@orrery/api-protocol';
import { issuerDocument } from './access/issuer-discovery';
import { remoteOpenApi } from './aggregation/remote-openapi';
import { type Announced, discover, servedPaths } from './discovery';
import { openApi } from './openapi/open-api';
import { encodeAnswer, jsonOf } from './answers/encoded-answer';
import { JSON_TYPE, requireAccepted } from './answers/negotiation';
import { pageNotFound, type Payload } from './answers/respond';
import { announcedBy, clusterOf, everythingAnnounced, seenBy, type Service } from './api-service';

/**
 * Answers with the release whose behaviour the cluster has; that of a cluster without settings if no cluster has the
 * name.
 */
export async function version(service: Service, request: FastifyRequest, query: Query): Promise<Payload> {
  requireRead(request);
  const runtime = await clusterOf(service, request);
  return { code: 200, body: jsonOf(serverVersion(runtime && bundleOf(runtime.settings)), query), type: JSON_TYPE };
}

/** Answers with a document by which the tokens of the cluster are verified. Releases before 1.20 publish none. */
export async function issuer(
  service: Service,
  request: FastifyRequest,
  path: string,
  reply: FastifyReply,
): Promise<Payload> {
  requireRead(request);
  const runtime = await clusterOf(service, request);
  if (!runtime) throw notFound({ group: 'orrery.dev', resource: 'clusters' }, clusterNameOf(request));
  const name = clusterNameOf(request);
  const prefix = name === DEFAULT_CLUSTER ? '' : `/clusters/${name}`;
  const document = await issuerDocument(path, { runtime, request, prefix });
  if (!document || !publishesKeys(runtime)) return pageNotFound(runtime.kinds.release);
  requireAccepted(request.headers.accept, document.type, runtime.kinds.release);
  reply.raw.setHeader('Cache-Control', 'public, max-age=3600');
  return { code: 200, body: jsonText(document.body), type: document.type };
}

/** OpenShift 3.11 has no issuer discovery. */
function publishesKeys({ settings }: ClusterRuntime): boolean {
  return isAfter(bundleOf(settings), '1.11');
}

/** The paths of the server that can be read. */
export async function root(service: Service, request: FastifyRequest, query: Query): Promise<Payload> {
  requireRead(request);
  const runtime = await seenBy(service, request);
  const paths = servedPaths(await everythingAnnounced(service, request), {
    issuer: runtime !== undefined && publishesKeys(runtime),
  });
  return { code: 200, body: jsonOf({ paths }, query), type: JSON_TYPE };
}

/** Answers the paths that describe the API: they can only be read. */
export async function describe(
  announced: Announced,
  path: string,
  query: Query,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Payload> {
  const discovery = discover(announced, path, request.headers.accept);
  if (!discovery) return notDescribed(announced, path);
  requireRead(request);
  reply.raw.setHeader('Vary', 'Accept');
  return encodeAnswer(200, discovery.body, { accept: discovery.type, query, parameters: discovery.parameters });
}

/** Returns the 404 error of a path that a group does not have; for a group that does not exist, the plain one of a page. */
function notDescribed({ kinds }: Announced, path: string): Payload {
  const [root, group = ''] = path.split('/').filter((segment) => segment !== '');
  if (root !== 'api' && kinds.versionsOf(group).length === 0) return pageNotFound(kinds.release);
  throw unknownResource();
}

/** The paths that describe the kinds. */
export async function describeOpenApi(
  service: Service,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Payload> {
  const { accept, 'if-none-match': ifNoneMatch } = request.headers;
  const runtime = await seenBy(service, request);
  const kinds = await announcedBy(runtime);
  // OpenAPI v3 is served since 1.24.
  if (path.startsWith('/openapi/v3') && isUpTo(kinds.release, '1.20')) return pageNotFound(kinds.release);
  const remotes = await remoteOpenApi(runtime?.moment ? undefined : runtime, path);
  const document = openApi(kinds, { path, accept, ifNoneMatch }, remotes);
  if (!document) return pageNotFound(kinds.release);
  requireRead(request);
  reply.raw.setHeader('ETag', document.etag);
  return { code: document.code, body: document.body, type: document.contentType };
}

function requireRead({ method }: FastifyRequest): void {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
}
