import { ApiError, deprecationText, methodNotAllowed, StatusReason, type KindInfo } from '@orrery/api-types';
import { isWatch, unknownResource } from '@orrery/api-protocol';
import {
  requireVerb,
  unservedKind,
  type Answer,
  type ComputedKind,
  type KindRequest,
  type ResourceRequest,
} from './kind-request';
import { isReview, review } from './access/reviews';
import { readComponentStatuses } from './component-statuses';
import { get, list, watch } from './reads';
import { bindByBody, handleSubresource } from './subresources';
import { readMetrics } from './usage/resource-metrics';
import { create, deleteCollection, patch, remove, update } from './writes';

const METRICS_GROUP = 'metrics.k8s.io';

/** Handles a request for a resource; throws the `ApiError` to answer with. */
export async function handleResource(request: ResourceRequest): Promise<Answer> {
  const { path } = request;
  if (!request.runtime.isAlone) await request.runtime.caughtUp();
  const kind = request.runtime.kinds.byResource(path.group, path.version, path.resource);
  if (kind && !kind.served) throw unservedKind(kind, request);
  if (!kind) throw unknownResource();
  if (!kind.namespaced && path.namespace !== undefined) throw unknownResource();
  const apiVersion = path.group === '' ? path.version : `${path.group}/${path.version}`;
  const known: KindRequest = { ...request, kind, apiVersion, namespace: path.namespace ?? '' };
  const { moment } = request.runtime;
  if (moment && !isRead(request) && !isReview(known)) throw moment.refusal();
  const deprecation = kind.deprecationWarning ?? deprecationText(kind, apiVersion, request.runtime.release);
  if (deprecation !== undefined) request.warn(deprecation);
  if (kind.group === METRICS_GROUP) return readMetrics(requireRead(known));
  if (kind.group === '' && kind.kind === 'ComponentStatus') return readComponentStatuses(requireRead(known));
  if (path.subresource !== undefined) return handleSubresource(known);
  for (const product of request.products) {
    const computed = product.computedKind(kind);
    if (computed) return computedAnswer(computed, known);
  }
  return path.name === undefined ? handleCollection(known) : handleObject(known);
}

/** Answers a request for a kind that is computed and not stored; throws 405 for an unsupported method. */
async function computedAnswer(handlers: ComputedKind, request: KindRequest): Promise<Answer> {
  const { kind, method, path } = request;
  const asked = path.name === undefined ? method : `${method} name`;
  if (!Object.hasOwn(handlers, asked) || (kind.namespaced && path.namespace === undefined)) throw methodNotAllowed();
  return handlers[asked]!(request);
}

/** Returns the request if it is a read: a resource that is computed and not stored can be neither written nor watched. */
function requireRead(request: KindRequest): KindRequest {
  if (request.path.subresource !== undefined) throw unknownResource();
  if (request.method !== 'GET' || isWatch(request.path, request.query)) throw methodNotAllowed();
  return request;
}

function isRead({ method }: ResourceRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

async function handleCollection(request: KindRequest): Promise<Answer> {
  const { kind, method, query, path } = request;
  if (path.isWatch && method !== 'GET') throw methodNotAllowed();
  const isWithoutNamespace = kind.namespaced && path.namespace === undefined;
  // Across namespaces there are only lists and watches: what has neither has no such path.
  if (isWithoutNamespace && !kind.verbs.includes('list')) throw unknownResource();
  switch (method) {
    case 'GET':
      return isWatch(path, query) ? watch(requireVerb(request, 'watch')) : list(requireVerb(request, 'list'));
    case 'POST':
      requireCreation(kind);
      requireVerb(request, 'create');
      if (isWithoutNamespace) throw methodNotAllowed();
      if (isReview(request)) return review(request);
      return kind.kind === 'Binding' && kind.group === '' ? bindByBody(request) : create(request);
    case 'DELETE':
      requireVerb(request, 'deletecollection');
      if (isWithoutNamespace) throw methodNotAllowed();
      return deleteCollection(request);
    default:
      throw methodNotAllowed();
  }
}

/** Objects of a definition that is being deleted are on their way out. */
function requireCreation({ isCustom, verbs }: KindInfo): void {
  if (!isCustom || verbs.includes('create')) return;
  const text = 'create not allowed while custom resource definition is terminating';
  throw new ApiError(StatusReason.MethodNotAllowed, text);
}

async function handleObject(request: KindRequest): Promise<Answer> {
  const { kind, path } = request;
  if (kind.namespaced && path.namespace === undefined) throw unknownResource();
  switch (request.method) {
    case 'GET':
      return path.isWatch ? watch(requireVerb(request, 'watch')) : get(requireVerb(request, 'get'));
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
