import { randomUUID } from 'node:crypto';
import {
  claimsFor,
  DEFAULT_TOKEN_SECONDS,
  refuseTokenForNode,
  SHORTEST_TOKEN_SECONDS,
  type BoundObject,
  type TokenBinding,
} from '@orrery/access';
import {
  badRequest,
  conflict,
  type FieldError,
  forbidden,
  groupOf,
  invalid,
  invalidField,
  isUpTo,
  type KubeObject,
  nodeOfUser,
  notFound,
} from '@orrery/api-types';
import { signToken, type Actor, type ClusterRuntime } from '@orrery/control-plane';
import { formatTime } from '@orrery/time';

/** The spec of a TokenRequest. */
export interface TokenSpec {
  readonly audiences?: readonly string[];
  readonly expirationSeconds?: number;
  readonly boundObjectRef?: TokenBinding;
}

const TOKEN_REQUEST = { group: 'authentication.k8s.io', kind: 'TokenRequest' };
const LONGEST_SECONDS = 2 ** 32;
const BOUND_RESOURCES: Readonly<Record<string, string>> = { Pod: 'pods', Secret: 'secrets', Node: 'nodes' };
/** Kind of bound objects that releases after 1.20 added. */
const LATER_BOUND = 'Node';

/** Throws 403 for a node that asks for a token of a pod that does not run on it. */
export function refuseForeignToken(
  { user }: Actor,
  { cache }: ClusterRuntime,
  { metadata }: KubeObject,
  { boundObjectRef: binding }: TokenSpec,
): void {
  const node = nodeOfUser(user);
  if (node === undefined) return;
  const { namespace = '', name } = metadata;
  const pod = cache.get({ resource: 'pods', namespace, name: binding?.name ?? '' });
  const problem = refuseTokenForNode(node, binding, pod);
  if (problem !== undefined) throw forbidden({ group: '', resource: 'serviceaccounts' }, name, problem);
}

export interface IssuedToken {
  readonly token: string;
  readonly expirationTimestamp: string;
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
}

/** Signs a token for a service account; it expires by the cluster's clock. Throws 422 for a lifetime that upstream refuses. */
export async function issueToken(runtime: ClusterRuntime, account: KubeObject, spec: TokenSpec): Promise<IssuedToken> {
  const { audiences = [], expirationSeconds = DEFAULT_TOKEN_SECONDS, boundObjectRef } = spec;
  validateLifetime(expirationSeconds);
  const claims = claimsFor({
    account,
    audiences,
    expirationSeconds,
    boundObject: boundObjectRef && boundObjectOf(runtime, account, boundObjectRef),
    nowMs: runtime.clock.now(),
    id: randomUUID(),
  });
  return {
    token: signToken(claims, runtime.record),
    expirationTimestamp: formatTime(claims.exp * 1000),
    audiences: claims.aud,
    expirationSeconds,
  };
}

function validateLifetime(seconds: number): void {
  const errors: FieldError[] = [];
  const field = 'spec.expirationSeconds';
  if (seconds < SHORTEST_TOKEN_SECONDS) {
    errors.push(invalidField(field, seconds, 'may not specify a duration less than 10 minutes'));
  }
  if (seconds > LONGEST_SECONDS) {
    errors.push(invalidField(field, seconds, 'may not specify a duration larger than 2^32 seconds'));
  }
  if (errors.length > 0) throw invalid(TOKEN_REQUEST, '', errors);
}

function boundObjectOf(
  { cache, kinds: { release } }: ClusterRuntime,
  { metadata }: KubeObject,
  { apiVersion = '', kind = '', name = '', uid: wanted }: NonNullable<TokenSpec['boundObjectRef']>,
): BoundObject {
  const isBound = Object.hasOwn(BOUND_RESOURCES, kind) && !(kind === LATER_BOUND && isUpTo(release, '1.20'));
  const resource = isBound && groupOf(apiVersion) === '' ? BOUND_RESOURCES[kind] : undefined;
  if (resource === undefined) {
    const version = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
    throw badRequest(`cannot bind token to object of type ${version}, Kind=${kind}`);
  }
  const namespace = resource === 'nodes' ? '' : (metadata.namespace ?? '');
  const object = cache.get({ resource, namespace, name });
  if (!object) throw notFound({ group: '', resource }, name);
  const { uid } = object.metadata;
  if (wanted !== undefined && wanted !== '' && wanted !== uid) {
    const detail = `the UID in the bound object reference (${wanted}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflict({ group: '', resource }, name, detail);
  }
  return { kind: kind as BoundObject['kind'], name, uid };
}
