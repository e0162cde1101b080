import type { ServerResponse } from 'node:http';
import {
  ApiError,
  badRequest,
  kindByResource,
  methodNotAllowed,
  notFound,
  StatusReason,
  successStatus,
  unsupportedMediaType,
  type KindInfo,
  type KubeObject,
  type Verb,
} from '@orrery/api-types';
import {
  keyOf,
  listObjects,
  select,
  waitForRevision,
  type ClusterRuntime,
  type PatchType,
  type Target,
} from '@orrery/control-plane';
import { negotiate } from './negotiation';
import { eventPresenter, presentList, presentObject, type Presentation } from './presentation';
import { deleteOptions, isTrue, revisionWish, writeOptions, type Query } from './query';
import type { ApiPath } from './request-path';
import { handleSubresource } from './subresources';
import { WatchStream } from './watch-stream';

/** A request for a resource as the server takes it in. */
export interface ResourceRequest {
  readonly runtime: ClusterRuntime;
  readonly path: ApiPath;
  readonly method: string;
  readonly query: Query;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Reads the body; throws 400, 413 or 415 for one that cannot be read. */
  readonly readBody: () => Promise<unknown>;
  readonly response: ServerResponse;
  /** Called with texts for `Warning` headers. */
  readonly warn: (text: string) => void;
}

/** What to answer; undefined when the response is a stream that was started. */
export type Answer = { readonly code: number; readonly body: unknown } | undefined;

/** A request whose kind is known. */
export interface KindRequest extends ResourceRequest {
  readonly kind: KindInfo;
  readonly apiVersion: string;
  readonly namespace: string;
}

/** Handles a request for a resource; throws `ApiError` for what the client is to be told. */
export async function handleResource(request: ResourceRequest): Promise<Answer> {
  const { path } = request;
  const kind = kindByResource(path.group, path.version, path.resource);
  if (!kind?.served) throw unknownResource();
  const apiVersion = path.group === '' ? path.version : `${path.group}/${path.version}`;
  const known: KindRequest = { ...request, kind, apiVersion, namespace: path.namespace ?? '' };
  if (!request.runtime.plane.isAlone) await request.runtime.caughtUp();
  if (path.subresource !== undefined) return handleSubresource(known);
  return path.name === undefined ? handleCollection(known) : handleObject(known);
}

/** 404 of a path behind which there is no resource. */
export function unknownResource(): ApiError {
  return new ApiError(StatusReason.NotFound, 'the server could not find the requested resource');
}

async function handleCollection(request: KindRequest): Promise<Answer> {
  const { kind, method, query, path } = request;
  switch (method) {
    case 'GET':
    case 'HEAD':
      if (isTrue(query['watch'])) return watch(requireVerb(request, 'watch'));
      return list(requireVerb(request, 'list'));
    case 'POST':
      requireVerb(request, 'create');
      if (kind.namespaced && path.namespace === undefined) throw methodNotAllowed();
      return create(request);
    case 'DELETE':
      requireVerb(request, 'deletecollection');
      if (kind.namespaced && path.namespace === undefined) throw methodNotAllowed();
      return deleteCollection(request);
    default:
      throw methodNotAllowed();
  }
}

async function handleObject(request: KindRequest): Promise<Answer> {
  const { kind, path } = request;
  if (kind.namespaced && path.namespace === undefined) throw unknownResource();
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      if (isTrue(request.query['watch'])) return watch(requireVerb(request, 'watch'));
      return { code: 200, body: presentObject(presentation(request), await read(requireVerb(request, 'get'))) };
    case 'PUT':
      return update(requireVerb(request, 'update'));
    case 'PATCH':
      return patch(requireVerb(request, 'patch'));
    case 'DELETE':
      return remove(requireVerb(request, 'delete'));
    default:
      throw methodNotAllowed();
  }
}

function requireVerb(request: KindRequest, verb: Verb): KindRequest {
  if (!request.kind.verbs.includes(verb)) throw methodNotAllowed();
  return request;
}

/** The object that the path names; throws 404. */
export async function read(request: KindRequest): Promise<KubeObject> {
  const { runtime, kind, query } = request;
  const { revision } = revisionWish({ resourceVersion: query['resourceVersion'] }, false);
  await waitForRevision(runtime, revision ?? 0);
  const target = targetOf(request);
  const object = await runtime.read(keyOf(target));
  if (!object) throw notFound(kind, target.name);
  return object;
}

export function targetOf({ kind, namespace, path }: KindRequest): Target {
  return { kind, namespace, name: path.name ?? '' };
}

async function list(request: KindRequest): Promise<Answer> {
  const { runtime, query } = request;
  const shown = presentation(request);
  const selection = selectionOf(request);
  const wish = revisionWish(query, false);
  const limit = numberParameter(query, 'limit');
  const token = query['continue'];
  if (token && wish.revision !== undefined && wish.revision !== 0) {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  const isExact = wish.match === 'Exact' || (wish.match === undefined && limit > 0 && (wish.revision ?? 0) > 0);
  const listed = await listObjects(runtime, selection, {
    limit,
    ...(token ? { continue: token } : {}),
    ...(isExact ? { atRevision: wish.revision } : { notOlderThan: wish.revision }),
  });
  const items = await runtime.withHeartbeats(selection.kind, listed.items);
  return { code: 200, body: presentList(shown, { ...listed, items }) };
}

async function watch(request: KindRequest): Promise<Answer> {
  const { runtime, query, response } = request;
  const shown = presentation(request);
  const selection = selectionOf(request);
  const wish = revisionWish(query, true);
  const sendInitialEvents = query['sendInitialEvents'];
  const timeoutSeconds = numberParameter(query, 'timeoutSeconds') || defaultTimeoutSeconds();
  const stream = new WatchStream(response, {
    runtime,
    selection,
    revision: wish.revision,
    sendInitialEvents: sendInitialEvents === undefined ? undefined : isTrue(sendInitialEvents),
    allowBookmarks: isTrue(query['allowWatchBookmarks']),
    timeoutSeconds,
    present: eventPresenter(shown),
  });
  runtime.plane.streams.add(stream);
  response.on('close', () => runtime.plane.streams.delete(stream));
  await stream.start();
  return undefined;
}

/** Between half an hour and an hour, so that many watches do not come back at the same time. */
function defaultTimeoutSeconds(): number {
  return 1800 + Math.floor(Math.random() * 1800);
}

async function create(request: KindRequest): Promise<Answer> {
  const { runtime, kind, apiVersion, namespace, query } = request;
  const shown = presentation(request);
  const options = { ...writeOptions(query, 'CreateOptions'), warn: request.warn };
  const input = await request.readBody();
  const named = options.fieldManager === undefined ? { ...options, fieldManager: defaultManager(request) } : options;
  const object = await runtime.store.create({ kind, namespace, input, apiVersion }, named);
  return { code: 201, body: presentObject(shown, object) };
}

async function update(request: KindRequest): Promise<Answer> {
  const { runtime, apiVersion, query } = request;
  const shown = presentation(request);
  const options = { ...managed(request, 'UpdateOptions'), warn: request.warn };
  const target = targetOf(request);
  const existed = runtime.cache.get(keyOf(target)) !== undefined;
  const input = await request.readBody();
  const object = await runtime.store.update({ ...target, input, apiVersion, ...subresourceOf(request) }, options);
  void query;
  return { code: existed ? 200 : 201, body: presentObject(shown, object) };
}

export async function patch(request: KindRequest): Promise<Answer> {
  const { runtime, apiVersion, query } = request;
  const shown = presentation(request);
  const type = patchType(request);
  const options = { ...managed(request, 'PatchOptions'), warn: request.warn };
  const target = targetOf(request);
  const existed = runtime.cache.get(keyOf(target)) !== undefined;
  const body = await request.readBody();
  const force = isTrue(query['force']);
  const object = await runtime.store.patch(
    { ...target, type, patch: body, apiVersion, force, ...subresourceOf(request) },
    type === 'apply' && query['fieldManager'] === undefined ? withoutManager(options) : options,
  );
  return { code: existed ? 200 : 201, body: presentObject(shown, object) };
}

export { update };

async function remove(request: KindRequest): Promise<Answer> {
  const { runtime, kind, query } = request;
  const target = targetOf(request);
  const options = deleteOptions(query, await request.readBody());
  const { object, isGone } = await runtime.store.delete(target, options);
  if (isGone && !kind.deleteReturnsObject) {
    const details = { name: target.name, group: kind.group, kind: kind.resource, uid: object.metadata.uid };
    return { code: 200, body: successStatus(details) };
  }
  return { code: 200, body: presentObject(presentation(request), object) };
}

async function deleteCollection(request: KindRequest): Promise<Answer> {
  const { runtime, kind, query } = request;
  const selection = selectionOf(request);
  const options = deleteOptions(query, await request.readBody());
  const listed = await listObjects(runtime, selection);
  const targets = listed.items.map(({ metadata }) => ({
    kind,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
  }));
  const outcomes = await runtime.store.deleteMany(targets, options);
  const items = outcomes.flatMap((outcome) => (outcome instanceof Error ? [] : [outcome.object]));
  return { code: 200, body: presentList(presentation(request), { items, revision: runtime.cache.revision }) };
}

function selectionOf({ kind, path, query }: KindRequest): ReturnType<typeof select> {
  const byName = path.name === undefined ? query['fieldSelector'] : `metadata.name=${path.name}`;
  return select(kind, { namespace: path.namespace, labelSelector: query['labelSelector'], fieldSelector: byName });
}

/** How the answer of this request is to look; throws 406. */
export function presentation({ kind, apiVersion, headers, query, runtime }: KindRequest): Presentation {
  const include = query['includeObject'];
  if (include !== undefined && !['None', 'Metadata', 'Object'].includes(include)) {
    throw badRequest(`includeObject: Unsupported value: ${JSON.stringify(include)}`);
  }
  return {
    kind,
    apiVersion,
    representation: negotiate(headers['accept'] as string | undefined),
    includeObject: (include ?? 'Metadata') as Presentation['includeObject'],
    nowMs: runtime.clock.now(),
  };
}

function managed(request: KindRequest, kind: 'UpdateOptions' | 'PatchOptions'): ReturnType<typeof writeOptions> {
  const options = writeOptions(request.query, kind);
  return options.fieldManager === undefined ? { ...options, fieldManager: defaultManager(request) } : options;
}

function withoutManager<T extends { fieldManager?: string }>({
  fieldManager: _manager,
  ...options
}: T): Omit<T, 'fieldManager'> {
  return options;
}

/** The User-Agent up to its version, as upstream names a manager that did not name itself. */
function defaultManager({ headers }: KindRequest): string {
  const agent = String(headers['user-agent'] ?? '').split('/')[0]!;
  return agent === '' ? 'unknown' : agent.slice(0, 128);
}

function subresourceOf({ path }: KindRequest): { subresource?: string } {
  return path.subresource === undefined ? {} : { subresource: path.subresource };
}

const PATCH_TYPES: Readonly<Record<string, PatchType>> = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
};

function patchType({ headers }: KindRequest): PatchType {
  const media = String(headers['content-type'] ?? '')
    .split(';')[0]!
    .trim();
  const type = Object.hasOwn(PATCH_TYPES, media) ? PATCH_TYPES[media] : undefined;
  if (type) return type;
  const accepted = Object.keys(PATCH_TYPES).join(', ');
  throw unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${accepted}`,
  );
}

function numberParameter(query: Query, name: string): number {
  const text = query[name];
  if (text === undefined || text === '') return 0;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) {
    throw badRequest(`${name}: Invalid value: ${JSON.stringify(text)}: must be a non-negative integer`);
  }
  return value;
}
