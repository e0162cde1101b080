import type { KubeObject } from '@orrery/api-types';
import type { User } from '../access';
import { authenticated, serviceAccountGroups, serviceAccountUserName } from './well-known';

/** Issuer of the tokens of service accounts, with their default lifetime. */
export const TOKEN_ISSUER = 'https://kubernetes.default.svc.cluster.local';
export const DEFAULT_TOKEN_SECONDS = 3600;
export const SHORTEST_TOKEN_SECONDS = 600;

/** An object that a token is bound to: it counts as long as that exists. */
export interface BoundObject {
  readonly kind: 'Pod' | 'Secret' | 'Node';
  readonly name: string;
  readonly uid: string;
}

/** The claims of a service account's token; times in seconds since the Unix epoch, of the cluster's clock. */
export interface ServiceAccountClaims {
  readonly iss: string;
  readonly aud: readonly string[];
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  readonly jti: string;
  readonly sub: string;
  readonly 'kubernetes.io': {
    readonly namespace: string;
    readonly serviceaccount: { readonly name: string; readonly uid: string };
    readonly [bound: string]: unknown;
  };
}

export interface TokenParameters {
  readonly account: KubeObject;
  /** Empty: {@link TOKEN_ISSUER}. */
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  readonly boundObject?: BoundObject | undefined;
  readonly nowMs: number;
  readonly id: string;
}

/** The claims of a new token. */
export function claimsFor({
  account,
  audiences,
  expirationSeconds,
  boundObject,
  nowMs,
  id,
}: TokenParameters): ServiceAccountClaims {
  const { name, namespace = '', uid } = account.metadata;
  const nowSeconds = Math.floor(nowMs / 1000);
  const bound = boundObject && { [boundObject.kind.toLowerCase()]: { name: boundObject.name, uid: boundObject.uid } };
  return {
    aud: audiences.length > 0 ? audiences : [TOKEN_ISSUER],
    exp: nowSeconds + expirationSeconds,
    iat: nowSeconds,
    iss: TOKEN_ISSUER,
    jti: id,
    'kubernetes.io': { namespace, ...bound, serviceaccount: { name, uid } },
    nbf: nowSeconds,
    sub: serviceAccountUserName(namespace, name),
  };
}

/** Inputs for the validation of claims: the cluster's time, and its state. */
export interface ClaimsSetting {
  readonly nowMs: number;
  /** Empty: {@link TOKEN_ISSUER}. */
  readonly audiences: readonly string[];
  /** The uid of an object; undefined if there is none of that name. */
  readonly uidOf: (resource: string, namespace: string, name: string) => string | undefined;
  /** Returns true if this Secret contains the token. */
  readonly isHeldBy: (namespace: string, secret: string) => boolean;
}

export type ClaimsVerdict =
  | { readonly user: User; readonly audiences: readonly string[]; readonly error?: never }
  | { readonly user?: never; readonly error: string };

const BOUND = { pod: 'pods', secret: 'secrets', node: 'nodes' } as const;

/** Returns the user that claims identify, if they are still valid. Their signature was checked before. */
export function checkClaims(claims: ServiceAccountClaims, { nowMs, audiences, uidOf }: ClaimsSetting): ClaimsVerdict {
  const own = claims['kubernetes.io'];
  const wanted = audiences.length > 0 ? audiences : [TOKEN_ISSUER];
  const shared = claims.aud.filter((audience) => wanted.includes(audience));
  if (claims.iss !== TOKEN_ISSUER) return { error: 'invalid bearer token' };
  if (shared.length === 0) {
    return {
      error: `invalid bearer token, token audiences [${claims.aud.join(' ')}] is invalid for the target audiences [${wanted.join(' ')}]`,
    };
  }
  if (nowMs >= claims.exp * 1000) return { error: 'service account token has expired' };
  if (nowMs < claims.nbf * 1000) return { error: 'service account token is not valid yet' };
  const { namespace, serviceaccount } = own;
  if (uidOf('serviceaccounts', namespace, serviceaccount.name) !== serviceaccount.uid) {
    return { error: 'service account token has been invalidated' };
  }
  const extra: Record<string, readonly string[]> = {
    'authentication.kubernetes.io/credential-id': [`JTI=${claims.jti}`],
  };
  for (const [word, resource] of Object.entries(BOUND)) {
    const bound = own[word] as { readonly name: string; readonly uid: string } | undefined;
    if (!bound) continue;
    if (uidOf(resource, word === 'node' ? '' : namespace, bound.name) !== bound.uid) {
      return { error: 'service account token has been invalidated' };
    }
    if (word === 'secret') continue;
    extra[`authentication.kubernetes.io/${word}-name`] = [bound.name];
    extra[`authentication.kubernetes.io/${word}-uid`] = [bound.uid];
  }
  const name = serviceAccountUserName(namespace, serviceaccount.name);
  const user = { name, uid: serviceaccount.uid, groups: serviceAccountGroups(namespace), extra };
  return { user: authenticated(user), audiences: shared };
}
