import { badRequest, methodNotAllowed, successStatus } from '@orrery/api-types';
import { deleteOptions, writeOptions } from './query';
import { patch, presentation, read, unknownResource, update, type Answer, type KindRequest } from './resource-requests';
import { presentObject } from './presentation';

type SubresourceHandler = (request: KindRequest) => Promise<Answer>;

/** The doors beside the objects themselves, by resource and name. */
const HANDLERS: Readonly<Record<string, SubresourceHandler>> = {
  'pods/binding': bind,
  'pods/eviction': evict,
  'pods/log': log,
  'namespaces/finalize': statusLike,
};

/** Handles a request whose path names a subresource; throws 404 for one that the kind does not have. */
export async function handleSubresource(request: KindRequest): Promise<Answer> {
  const { kind, path } = request;
  if (kind.namespaced && path.namespace === undefined) throw unknownResource();
  const name = path.subresource ?? '';
  const own = `${kind.resource}/${name}`;
  if (Object.hasOwn(HANDLERS, own)) return HANDLERS[own]!(request);
  if (name === 'status' && kind.hasStatus) return statusLike(request);
  throw unknownResource();
}

/** A door that shows and writes the object itself, or a part of it. */
async function statusLike(request: KindRequest): Promise<Answer> {
  switch (request.method) {
    case 'GET':
      return { code: 200, body: presentObject(presentation(request), await read(request)) };
    case 'PUT':
      return update(request);
    case 'PATCH':
      return patch(request);
    default:
      throw methodNotAllowed();
  }
}

async function bind(request: KindRequest): Promise<Answer> {
  requirePost(request);
  const { runtime, namespace, path, query } = request;
  const body = await bodyOf(request);
  const metadata = recordAt(body, 'metadata');
  const target = recordAt(body, 'target');
  checkName(metadata['name'], path.name);
  await runtime.store.bind(
    {
      namespace,
      name: path.name ?? '',
      target: { kind: text(target['kind'], 'target.kind'), name: text(target['name'], 'target.name') },
      uid: text(metadata['uid'], 'metadata.uid'),
      resourceVersion: text(metadata['resourceVersion'], 'metadata.resourceVersion'),
      annotations: recordAt(metadata, 'annotations') as Record<string, string>,
    },
    writeOptions(query, 'CreateOptions'),
  );
  return { code: 201, body: successStatus({}, 201) };
}

async function evict(request: KindRequest): Promise<Answer> {
  requirePost(request);
  const { runtime, namespace, path, query } = request;
  const body = await bodyOf(request);
  checkName(recordAt(body, 'metadata')['name'], path.name);
  const options = deleteOptions(query, body['deleteOptions']);
  const { dryRun = false } = writeOptions(query, 'CreateOptions');
  await runtime.store.evict({
    namespace,
    name: path.name ?? '',
    deleteOptions: options,
    dryRun: dryRun || (options.dryRun ?? false),
  });
  return { code: 201, body: successStatus({}, 201) };
}

/** The simulated containers write no lines of their own; what is known of a container is when it started and ended. */
async function log(request: KindRequest): Promise<Answer> {
  if (request.method !== 'GET') throw methodNotAllowed();
  const pod = await read(request);
  const spec = pod.spec as { containers?: { name: string }[]; nodeName?: string } | undefined;
  const names = (spec?.containers ?? []).map(({ name }) => name);
  const wanted = request.query['container'];
  if (wanted === undefined && names.length > 1) {
    const choice = `a container name must be specified for pod ${pod.metadata.name}, choose one of: [${names.join(' ')}]`;
    throw badRequest(choice);
  }
  const container = wanted ?? names[0] ?? '';
  if (!names.includes(container)) {
    throw badRequest(`container ${container} is not valid for pod ${pod.metadata.name}`);
  }
  if (!spec?.nodeName) return { code: 204, body: undefined };
  const statuses = (pod.status as { containerStatuses?: ContainerStatus[] } | undefined)?.containerStatuses ?? [];
  const status = statuses.find(({ name }) => name === container);
  const waiting = status?.state?.waiting;
  if (!status || waiting) {
    const reason = waiting?.reason ?? 'ContainerCreating';
    throw badRequest(`container "${container}" in pod "${pod.metadata.name}" is waiting to start: ${reason}`);
  }
  return { code: 200, body: lines(container, status) };
}

interface ContainerStatus {
  readonly name: string;
  readonly state?: {
    readonly waiting?: { readonly reason?: string };
    readonly running?: { readonly startedAt?: string };
    readonly terminated?: { readonly startedAt?: string; readonly finishedAt?: string; readonly exitCode?: number };
  };
}

function lines(container: string, { state }: ContainerStatus): string {
  const startedAt = state?.running?.startedAt ?? state?.terminated?.startedAt;
  const started = startedAt === undefined ? '' : `${startedAt} container ${container} started\n`;
  const end = state?.terminated;
  return end
    ? `${started}${end.finishedAt ?? ''} container ${container} exited with code ${end.exitCode ?? 0}\n`
    : started;
}

function requirePost({ method }: KindRequest): void {
  if (method !== 'POST') throw methodNotAllowed();
}

async function bodyOf(request: KindRequest): Promise<Record<string, unknown>> {
  const body = await request.readBody();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest('the body must be an object');
  }
  return body as Record<string, unknown>;
}

function recordAt(body: Record<string, unknown>, field: string): Record<string, unknown> {
  const value = body[field];
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw badRequest(`${field}: Invalid value: must be an object`);
  return value as Record<string, unknown>;
}

function text(value: unknown, field: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw badRequest(`${field}: Invalid value: must be a string`);
  return value;
}

function checkName(inBody: unknown, onUrl: string | undefined): void {
  if (inBody === undefined || inBody === '' || inBody === onUrl) return;
  throw badRequest(`the name of the object (${String(inBody)}) does not match the name on the URL (${onUrl})`);
}
