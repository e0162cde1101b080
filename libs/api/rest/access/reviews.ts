import { resourceAccess, type Access, type PolicyRule, type User } from '@orrery/access';
import {
  type ApiError,
  badRequest,
  invalid,
  invalidField,
  inWordsOf,
  recordUpdate,
  type FieldError,
  type KubeObject,
  type ManagedFieldsEntry,
} from '@orrery/api-types';
import { actorIn, AuthorizationMode, unrestricted, type Actor } from '@orrery/control-plane';
import { writeOptions } from '@orrery/api-protocol';
import { decodeAs, recordIn } from '../bodies/decode-as';
import type { Answer, KindRequest } from '../kind-request';
import { negotiate } from '../answers/negotiation';
import { unsetCreation } from '../answers/unset-creation';
import { managed } from '../writes';

type Json = Record<string, unknown>;

/** Handler of a review: returns its status for its spec. */
type Review = (request: KindRequest, spec: Json) => Reviewed | Promise<Reviewed>;

interface Reviewed {
  readonly spec?: Json;
  readonly status: Json;
  /** True if the answer is an object of its own, without the review that was posted. */
  readonly isMadeNew?: boolean;
}

/** Kinds of reviews: they are posted and answered, and not stored (spec api C13). */
const REVIEWS: Readonly<Record<string, Review>> = {
  SelfSubjectAccessReview: (request, spec) => ({ status: accessStatus(request, request.actor, spec) }),
  SubjectAccessReview: (request, spec) => ({ status: accessStatus(request, subjectOf(request, spec), spec) }),
  LocalSubjectAccessReview: localAccess,
  SelfSubjectRulesReview: rules,
  SelfSubjectReview: ({ actor }) => ({ status: { userInfo: userInfo(actor.user) } }),
  TokenReview: token,
};

export function isReview({ kind }: KindRequest): boolean {
  return Object.hasOwn(REVIEWS, kind.kind);
}

/**
 * Carries out a review that was posted. A review is not an object and has no table rows: a client that accepts only a
 * table gets 406.
 */
export async function review(request: KindRequest): Promise<Answer> {
  const { kind, apiVersion, headers, runtime } = request;
  negotiate(headers['accept'] as string | undefined, { hasTable: false, hasProtobuf: true });
  const type = { apiVersion: kind.storageApiVersion, kind: kind.kind };
  const body = await reviewedBody(
    request,
    decodeAs(type, recordIn((await request.readBody()).value), request.runtime.kinds.release),
  );
  const given = (body['spec'] ?? {}) as Json;
  const { spec = given, status, isMadeNew = false } = await REVIEWS[kind.kind]!(request, given);
  const metadata = {
    ...(isMadeNew ? undefined : (body['metadata'] as object | undefined)),
    ...unsetCreation(runtime.kinds.release),
    ...(isMadeNew ? undefined : owners(request, given)),
  };
  return { code: 201, body: { kind: kind.kind, apiVersion, metadata, spec, status } };
}

/** Returns the owners of the fields of a review: its creator, as of any object. */
function owners(request: KindRequest, spec: Json): { readonly managedFields?: readonly ManagedFieldsEntry[] } {
  const { kind, apiVersion, runtime } = request;
  // A question has no name, which ownership does not read.
  const next = { apiVersion, kind: kind.kind, metadata: {}, spec } as unknown as KubeObject;
  const { fieldManager = '' } = managed(request, 'CreateOptions');
  const managedFields = recordUpdate({
    kind,
    next,
    manager: fieldManager,
    apiVersion,
    now: runtime.clock.now(),
    release: runtime.kinds.release,
  });
  return managedFields.length === 0 ? {} : { managedFields };
}

/** The question as users' webhooks leave it; throws their refusal. */
async function reviewedBody(request: KindRequest, asked: Json): Promise<Json> {
  const { runtime, kind, apiVersion, namespace, query, warn } = request;
  // Rights are those of today wherever they are asked about; webhooks are not called for a moment of the past.
  if (runtime.moment) return asked;
  const body = { apiVersion, kind: kind.kind };
  const options = { ...writeOptions(query, 'CreateOptions', { release: runtime.kinds.release }), warn };
  const write = {
    operation: 'CREATE',
    kind,
    apiVersion,
    namespace,
    name: '',
    body,
    optionsKind: 'CreateOptions',
    options,
  } as const;
  // A review is not a stored object: it may lack metadata.
  const question = {
    ...asked,
    ...body,
    metadata: { ...unsetCreation(runtime.kinds.release), ...(asked['metadata'] as object | undefined) },
  };
  // What webhooks make of it is read as what the client sent.
  return (await runtime.store.review(write, question as unknown as KubeObject)) as unknown as Json;
}

/** Returns the 422 error of a review, without its kind, as upstream. */
function wrongQuestion({ kind: { group }, runtime }: KindRequest, errors: readonly FieldError[]): ApiError {
  return invalid({ group, kind: '' }, '', inWordsOf(runtime.kinds.release, errors));
}

function accessStatus(request: KindRequest, actor: Actor, spec: Json): Json {
  const access = accessIn(spec);
  if (!access) throw wrongQuestion(request, questionErrors(spec));
  const { allowed, reason } = actor.decide(access);
  return { allowed, ...(reason === '' ? {} : { reason }) };
}

/** Returns the errors of a question: it is about one thing (`ValidateSelfSubjectAccessReviewSpec`). */
function questionErrors({ resourceAttributes, nonResourceAttributes }: Json): FieldError[] {
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) {
    const { path = '', verb = '' } = nonResourceAttributes as { path?: string; verb?: string };
    const detail = 'cannot be specified in combination with resourceAttributes';
    return [invalidField('spec.nonResourceAttributes', { Path: path, Verb: verb }, detail)];
  }
  if (resourceAttributes !== undefined || nonResourceAttributes !== undefined) return [];
  const detail = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalidField('spec.resourceAttributes', null, detail)];
}

/** Returns the access that a review asks about; undefined unless it is exactly one. */
function accessIn(spec: Json): Access | undefined {
  const resource = spec['resourceAttributes'] as Partial<Record<string, string>> | undefined;
  const path = spec['nonResourceAttributes'] as { verb?: string; path?: string } | undefined;
  if ((resource === undefined) === (path === undefined)) return undefined;
  if (path) return { verb: path.verb ?? '', path: path.path ?? '' };
  const { verb = '', group = '', resource: name = '', subresource = '', namespace = '', name: object = '' } = resource!;
  return resourceAccess({ verb, group, resource: name, subresource, namespace, name: object });
}

/** Returns the other user that the review describes; throws the errors of the review, including the further ones. */
function subjectOf(request: KindRequest, spec: Json, more: readonly FieldError[] = []): Actor {
  const { runtime, actor } = request;
  const { user = '', groups = [], uid } = spec as { user?: string; groups?: readonly string[]; uid?: string };
  const errors = questionErrors(spec);
  if (user === '' && groups.length === 0)
    errors.push(invalidField('spec.user', user, 'at least one of user or group must be specified'));
  errors.push(...more);
  if (errors.length > 0) throw wrongQuestion(request, errors);
  const subject: User = { name: user, groups, ...(uid === undefined ? {} : { uid }) };
  return actor.roles ? actorIn(runtime, subject, AuthorizationMode.Rbac) : unrestricted(subject);
}

function localAccess(request: KindRequest, spec: Json): { readonly status: Json } {
  const attributes = spec['resourceAttributes'] as { namespace?: string } | undefined;
  const { namespace } = request;
  const errors: FieldError[] = [];
  if (attributes && attributes.namespace !== namespace) {
    const field = 'spec.resourceAttributes.namespace';
    errors.push(invalidField(field, attributes.namespace ?? '', 'must match metadata.namespace'));
  }
  if (spec['nonResourceAttributes'] !== undefined) {
    const detail = 'disallowed on this kind of request';
    errors.push(invalidField('spec.nonResourceAttributes', spec['nonResourceAttributes'], detail));
  }
  return { status: accessStatus(request, subjectOf(request, spec, errors), spec) };
}

function rules({ actor }: KindRequest, spec: Json): Reviewed {
  const namespace = spec['namespace'];
  if (typeof namespace !== 'string' || namespace === '') throw badRequest('no namespace on request');
  const { rules: held, error } = actor.rulesIn(namespace);
  const ofPaths = held.filter(({ nonResourceURLs }) => nonResourceURLs?.length);
  return {
    spec: {},
    isMadeNew: true,
    status: {
      resourceRules: held.filter((rule) => !ofPaths.includes(rule)).map(resourceRule),
      nonResourceRules: ofPaths.map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
      incomplete: error !== '',
      ...(error === '' ? {} : { evaluationError: error }),
    },
  };
}

function resourceRule({ verbs, apiGroups, resources, resourceNames }: PolicyRule): Json {
  return { verbs, apiGroups, resources, ...(resourceNames?.length ? { resourceNames } : {}) };
}

async function token({ identify }: KindRequest, spec: Json): Promise<Reviewed> {
  const { token: given = '', audiences: wanted = [] } = spec as { token?: string; audiences?: readonly string[] };
  if (given === '') throw badRequest('token is required for TokenReview in authentication');
  const { user, error, ...rest } = await identify(given, wanted);
  const audiences = 'audiences' in rest ? (rest.audiences as readonly string[]) : [];
  const status = user
    ? { authenticated: true, user: userInfo(user), ...(audiences.length > 0 ? { audiences } : {}) }
    : { user: {}, error: error ?? '' };
  return { spec, status };
}

function userInfo({ name, uid, groups, extra }: User): Json {
  return { username: name, ...(uid ? { uid } : {}), groups, ...(extra ? { extra } : {}) };
}
