import {
  ApiError,
  badRequest,
  decodeBody,
  isNotFound,
  isUpTo,
  prepareForms,
  type ReleaseName,
  RouterRefusal,
  StatusReason,
  successStatus,
  UnknownFieldsError,
  unsupportedMediaType,
  versionOf,
} from '@orrery/api-types';
import { keyOf, listObjects, type PatchType, type WriteOptions } from '@orrery/control-plane';
import { isTrue, writeOptions } from '@orrery/api-protocol';
import { objectInBody, operationsInBody, patchInBody } from './bodies/body-use';
import { inOrderOfBody, type Body, type RepeatedField } from './bodies/decoded-body';
import { presentation, selectionOf, targetOf, type Answer, type KindRequest } from './kind-request';
import { recordIn } from './bodies/decode-as';
import { deleteOptions, warnOfOrphans } from './delete-options';
import { presentList, presentObject } from './answers/presentation';

export async function create(request: KindRequest): Promise<Answer> {
  const { runtime, kind, apiVersion, namespace } = request;
  const shown = presentation(request);
  const options = managed(request, 'CreateOptions');
  const input = await inputOf(request, options);
  const object = await runtime.store.create({ kind, namespace, input, apiVersion }, options);
  await prepareForms(kind, [object]);
  return { code: 201, body: presentObject(shown, object) };
}

/** PUT of the object, or of the part that a subresource represents. */
export async function update(request: KindRequest): Promise<Answer> {
  const { runtime, apiVersion } = request;
  const shown = presentation(request);
  const options = managed(request, 'UpdateOptions');
  const target = targetOf(request);
  const input = await inputOf(request, options);
  const existed = runtime.cache.get(keyOf(target)) !== undefined;
  const object = await runtime.store.update({ ...target, input, apiVersion, ...subresourceOf(request) }, options);
  await prepareForms(request.kind, [object]);
  return { code: existed ? 200 : 201, body: presentObject(shown, object) };
}

export async function patch(request: KindRequest): Promise<Answer> {
  const { runtime, apiVersion, query } = request;
  const shown = presentation(request);
  const type = patchType(request);
  const { fieldManager, ...options } = managed(request, 'PatchOptions', type);
  const target = targetOf(request);
  const body = patchIn(request, type, await request.readBody({ as: 'patch' }), options);
  const existed = runtime.cache.get(keyOf(target)) !== undefined;
  // Server-side apply requires a field manager.
  const isNamed = type !== 'apply' || query['fieldManager'] !== undefined;
  if (type === 'apply' && isNamed) requireIdentity(body, runtime.kinds.release);
  const object = await runtime.store.patch(
    { ...target, type, patch: body, apiVersion, force: isTrue(query['force']), ...subresourceOf(request) },
    isNamed && fieldManager !== undefined ? { ...options, fieldManager } : options,
  );
  await prepareForms(request.kind, [object]);
  return { code: existed ? 200 : 201, body: presentObject(shown, object) };
}

export async function remove(request: KindRequest): Promise<Answer> {
  const { kind, query } = request;
  const shown = presentation(request);
  const target = targetOf(request);
  const options = deleteOptions(query, (await request.readBody()).value);
  warnOfOrphans(request, options);
  const { object, isGone } = await storeOf(request).delete(target, { ...options, warn: request.warn });
  if (isGone && !kind.deleteReturnsObject) {
    const details = { name: target.name, group: kind.group, kind: kind.resource, uid: object.metadata.uid };
    const { code: _code, ...body } = successStatus(details);
    return { code: 200, body };
  }
  await prepareForms(kind, [object]);
  return { code: 200, body: presentObject(shown, object) };
}

/** Deletes all that is selected; an object that is gone in the meantime is not an error. */
export async function deleteCollection(request: KindRequest): Promise<Answer> {
  const { runtime, kind, query } = request;
  const shown = presentation(request);
  const selection = selectionOf(request);
  const options = deleteOptions(query, (await request.readBody()).value);
  warnOfOrphans(request, options);
  const listed = await listObjects(runtime, selection);
  const targets = listed.items.map(({ metadata }) => ({
    kind,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
  }));
  const outcomes = await storeOf(request).deleteMany(targets, { ...options, warn: request.warn });
  const failure = outcomes.find((outcome) => outcome instanceof ApiError && !isNotFound(outcome));
  if (failure) throw failure as ApiError;
  const items = outcomes.flatMap((outcome) => (outcome instanceof Error ? [] : [outcome.object]));
  await prepareForms(kind, items);
  return { code: 200, body: await presentList(shown, { items, revision: runtime.cache.revision }) };
}

/** The options of a write; a client that does not name itself is known by its program. */
export function managed(
  request: KindRequest,
  kind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions',
  type?: PatchType,
): WriteOptions {
  const { release } = request.runtime.kinds;
  const options = { ...writeOptions(request.query, kind, { patchType: type, release }), warn: request.warn };
  return options.fieldManager === undefined ? { ...options, fieldManager: defaultManager(request) } : options;
}

/** The store for a request that names no field manager: the log of changes gets the program of the client. */
export function storeOf(request: KindRequest): KindRequest['runtime']['store'] {
  return request.runtime.store.signed({ client: defaultManager(request) });
}

/** The User-Agent up to its version, as upstream names a manager that did not name itself. */
function defaultManager({ headers }: KindRequest): string {
  const agent = String(headers['user-agent'] ?? '').split('/')[0]!;
  return agent === '' ? 'unknown' : agent.slice(0, 128);
}

/** The object in the body of a request that writes one whole. */
async function inputOf(request: KindRequest, options: WriteOptions): Promise<unknown> {
  const { kind } = request.kind;
  const body = await request.readBody({ as: 'object', kind });
  reviewDuplicates(request, body, options);
  return objectInBody(body, kind);
}

function patchIn(request: KindRequest, type: PatchType, body: Body, options: WriteOptions): unknown {
  reviewDuplicates(request, body, options);
  if (type === 'json') return operationsInBody(body);
  return type === 'apply' ? body.value : patchInBody(body, type === 'merge', request.runtime.kinds.release);
}

/** Refuses duplicate fields, or warns of them, unless the client wants them to pass. */
function reviewDuplicates(request: KindRequest, body: Body, options: WriteOptions): void {
  const { duplicates, isYaml } = body;
  // Older servers take the last one without a word.
  if (isUpTo(request.runtime.release, '1.20')) return;
  const mode = options.fieldValidation ?? 'Warn';
  if (duplicates.length === 0 || mode === 'Ignore') return;
  if (mode !== 'Strict') return duplicates.forEach(({ text }) => request.warn(text));
  const ofYaml = `yaml: unmarshal errors:\n  ${duplicates.map(({ text }) => text).join('\n  ')}`;
  // Applied configurations are read as such, and not by the decoder of their kind.
  if (isYaml && request.method === 'PATCH') {
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${ofYaml}`);
  }
  const { kind, apiVersion } = request;
  const version = JSON.stringify(versionOf(apiVersion));
  const subject = `${kind.kind} in version ${version} cannot be handled as a ${kind.kind}`;
  const warnings = isYaml ? [{ field: '', text: ofYaml }] : duplicates;
  const texts = inOrderOfBody(body.value, [...warnings, ...unknownFields(request, body)]).map(({ text }) => text);
  throw badRequest(`${subject}: strict decoding error: ${texts.join(', ')}`);
}

/** Returns the fields that a kind does not have; none for patches and for kinds without a type. */
function unknownFields({ kind, apiVersion, method }: KindRequest, { value }: Body): RepeatedField[] {
  if (method === 'PATCH' || kind.isCustom) return [];
  const decoded = decodeBody(kind, value, { apiVersion, fieldValidation: 'Strict' });
  return decoded instanceof UnknownFieldsError
    ? decoded.fields.map((field) => ({ field, text: `unknown field ${JSON.stringify(field)}` }))
    : [];
}

/** An applied configuration must have apiVersion and kind, unlike other patches. */
function requireIdentity(body: unknown, release: ReleaseName): void {
  const { apiVersion, kind } = recordIn(body);
  // Servers before 1.22 compare the version first, whatever it is.
  if (!apiVersion && isUpTo(release, '1.20')) return;
  if (!apiVersion || !kind) throw badRequest("error decoding YAML: Object 'apiVersion' or 'kind' is missing");
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

export function patchType({ headers, kind }: KindRequest): PatchType {
  const media = String(headers['content-type'] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  const type = Object.hasOwn(PATCH_TYPES, media) ? PATCH_TYPES[media] : undefined;
  // Strategic merges go by the tags of Go types, which custom kinds do not have.
  const isTaken = (each: PatchType): boolean => !(kind.isCustom && each === 'strategic');
  if (type && isTaken(type)) return type;
  // Handlers of custom kinds look at the type themselves; for others the router does.
  if (!kind.isCustom) throw new RouterRefusal(StatusReason.UnsupportedMediaType, '415: Unsupported Media Type');
  const accepted = Object.keys(PATCH_TYPES)
    .filter((each) => isTaken(PATCH_TYPES[each]!))
    .join(', ');
  throw unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${accepted}`,
  );
}
