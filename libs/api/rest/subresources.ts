import {
  badRequest,
  isAfter,
  isUpTo,
  methodNotAllowed,
  type SubresourceInfo,
  successStatus,
  type Verb,
} from '@orrery/api-types';
import { bundleOf } from '@orrery/control-plane';
import { isPartOfObject, unknownResource, writeOptions } from '@orrery/api-protocol';
import { CONNECTIONS, reviewConnection } from './connection-review';
import { requestToken } from './access/token-request';
import { decodeAs, recordIn } from './bodies/decode-as';
import { deleteOptions } from './delete-options';
import type { Answer, KindRequest, RequestHandler } from './kind-request';
import { readLog } from './logs/read-log';
import { reachableSubresources } from './announcement/reachable-subresources';
import { get } from './reads';
import { handleScale } from './scale';
import { attachToContainer } from './sessions/attach';
import { execInContainer } from './sessions/exec';
import { forwardPorts } from './sessions/port-forward';
import { proxyToPod, proxyToService } from './sessions/proxy';
import { requireAccess } from '@orrery/access-control';
import { accessOfRequest } from './access/request-access';
import { readNodeProxy } from './usage/node-proxy';
import { rollBackDeployment } from './workloads/deployment-rollback';
import { patch, storeOf, update } from './writes';

type Json = Record<string, unknown>;

/** Handlers of subresources, by resource and name. */
const HANDLERS: Readonly<Record<string, RequestHandler>> = {
  'pods/binding': bindByPath,
  'pods/eviction': evict,
  'pods/log': readLog,
  'pods/attach': attachToContainer,
  'pods/exec': execInContainer,
  'pods/portforward': forwardPorts,
  'pods/proxy': proxyToPod,
  'services/proxy': proxyToService,
  'nodes/proxy': readNodeProxy,
  'serviceaccounts/token': requestToken,
  'deployments/rollback': rollBackDeployment,
};

/** Handles a request whose path names a subresource; throws 404 for one that the kind does not have. */
export async function handleSubresource(request: KindRequest): Promise<Answer> {
  const { kind, path } = request;
  if (kind.namespaced && path.namespace === undefined) throw unknownResource();
  const name = path.subresource ?? '';
  const { release } = request.runtime.kinds;
  const known = reachableSubresources(kind, request.apiVersion, release).find((each) => each.name === name);
  const own = `${kind.resource}/${name}`;
  const handler = handlerOf(request, name);
  if (!known || !handler) throw unknownResource();
  // The proxy leads to the kubelet, of which only statistics can be read.
  if (own === 'nodes/proxy' && request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed();
  requireMethod(request, known);
  if (CONNECTIONS.has(own)) await reviewConnection(request, own);
  requireCreate(request, own);
  return handler(request);
}

/** Sessions with containers, which change running processes. */
const SESSIONS: readonly string[] = ['pods/attach', 'pods/exec', 'pods/portforward'];

/**
 * Throws 403 unless a client of a session may `create`, as for SPDY: a WebSocket begins with GET, and a client that may
 * only read must not run commands (`AuthorizePodWebsocketUpgradeCreatePermission`, on by default from 1.35). Older
 * bundles require `get` alone.
 */
function requireCreate({ actor, method, path, runtime }: KindRequest, own: string): void {
  if (!SESSIONS.includes(own) || method === 'POST' || isUpTo(bundleOf(runtime.settings), '1.20')) return;
  requireAccess(actor, accessOfRequest(path, 'POST', {}));
}

function handlerOf({ kind, products }: KindRequest, name: string): RequestHandler | undefined {
  if (isPartOfObject(kind, name)) return partOfObject;
  if (name === 'scale') return handleScale;
  if (kind.isCustom) return undefined;
  const own = `${kind.resource}/${name}`;
  const tables = [HANDLERS, ...products.map(({ subresources }) => subresources)];
  return tables.find((table) => Object.hasOwn(table, own))?.[own];
}

/** `POST bindings`: the pod is named in the body. */
export async function bindByBody(request: KindRequest): Promise<Answer> {
  const body = decodeAs(BINDING, recordIn((await request.readBody()).value), request.runtime.release);
  const name = (body['metadata'] as { name?: string } | undefined)?.name;
  if (!name) throw badRequest('metadata.name: Required value: the binding must name its pod');
  return bind(request, { name, body, isByBody: true });
}

const BINDING = { apiVersion: 'v1', kind: 'Binding' };
const VERBS_OF_METHOD: Readonly<Record<string, Verb>> = {
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  POST: 'create',
  DELETE: 'delete',
};

function requireMethod({ method }: KindRequest, { name, verbs }: SubresourceInfo): void {
  // A proxy takes all methods; other routes are of one method each, and none is of HEAD.
  if (method === 'HEAD' && name !== 'proxy') throw methodNotAllowed();
  const verb = Object.hasOwn(VERBS_OF_METHOD, method) ? VERBS_OF_METHOD[method] : undefined;
  if (!verb || !verbs.includes(verb)) throw methodNotAllowed();
}

/** A subresource that reads and writes the object itself, or a part of it. */
async function partOfObject(request: KindRequest): Promise<Answer> {
  switch (request.method) {
    case 'PUT':
      return update(request);
    case 'PATCH':
      return patch(request);
    default:
      return get(request);
  }
}

async function bindByPath(request: KindRequest): Promise<Answer> {
  const body = decodeAs(BINDING, recordIn((await request.readBody()).value), request.runtime.release);
  const name = request.path.name ?? '';
  checkName(body, name, 'Binding');
  return bind(request, { name, body, isByBody: false });
}

async function bind(
  { runtime, namespace, query, warn }: KindRequest,
  { name, body, isByBody }: { readonly name: string; readonly body: Json; readonly isByBody: boolean },
): Promise<Answer> {
  const { uid, resourceVersion, annotations, namespace: inBody } = (body['metadata'] ?? {}) as BindingMetadata;
  // Releases before 1.22 take the namespace of the path, whatever the body says.
  if (isAfter(runtime.release, '1.20') && inBody !== undefined && inBody !== '' && inBody !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  const target = (body['target'] ?? {}) as { kind?: string; name?: string };
  await runtime.store.bind(
    {
      namespace,
      name,
      target: { kind: target.kind ?? '', name: target.name ?? '' },
      uid: uid ?? '',
      resourceVersion: resourceVersion ?? '',
      annotations: annotations ?? {},
      isByBody,
    },
    { ...writeOptions(query, 'CreateOptions', { release: runtime.kinds.release }), warn },
  );
  return { code: 201, body: successStatus({}, 201) };
}

interface BindingMetadata {
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly annotations?: Record<string, string>;
}

/** Releases before 1.22 have `policy/v1beta1` alone. */
const EVICTION = { apiVersion: 'policy/v1', kind: 'Eviction', laterVersions: ['policy/v1'] };

async function evict(request: KindRequest): Promise<Answer> {
  const { namespace, path, query } = request;
  const body = decodeAs(EVICTION, recordIn((await request.readBody()).value), request.runtime.release);
  const name = path.name ?? '';
  checkName(body, name, 'Eviction');
  const options = deleteOptions({}, body['deleteOptions']);
  const { dryRun = false } = writeOptions(query, 'CreateOptions', { release: request.runtime.kinds.release });
  await storeOf(request).evict({
    namespace,
    name,
    deleteOptions: options,
    dryRun: dryRun || (options.dryRun ?? false),
    warn: request.warn,
  });
  return { code: 201, body: successStatus({}, 201) };
}

/** Throws 400 unless the body names the pod of the path (`BindingREST` and `EvictionREST` upstream). */
function checkName(body: Json, onUrl: string, kind: 'Binding' | 'Eviction'): void {
  const inBody = (body['metadata'] as { name?: string } | undefined)?.name;
  if (inBody !== onUrl) throw badRequest(`name in URL does not match name in ${kind} object`);
}
