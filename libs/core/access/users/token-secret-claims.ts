import type { KubeObject } from '@orrery/api-types';
import {
  checkClaims,
  TOKEN_ISSUER,
  type ClaimsSetting,
  type ClaimsVerdict,
  type ServiceAccountClaims,
} from './service-account-claims';
import { authenticated, serviceAccountGroups, serviceAccountUserName } from './well-known';

/** Issuer of the tokens in Secrets. */
const TOKEN_SECRET_ISSUER = 'kubernetes/serviceaccount';

/** The claims of a token that lies in a Secret: it does not expire, and counts as long as the Secret holds it. */
export interface TokenSecretClaims {
  readonly iss: typeof TOKEN_SECRET_ISSUER;
  readonly jti: string;
  readonly sub: string;
  readonly 'kubernetes.io/serviceaccount/namespace': string;
  readonly 'kubernetes.io/serviceaccount/secret.name': string;
  readonly 'kubernetes.io/serviceaccount/service-account.name': string;
  readonly 'kubernetes.io/serviceaccount/service-account.uid': string;
}

/** The claims of a new token for a Secret of an account. Through `id` no two tokens are the same. */
export function tokenSecretClaims(account: KubeObject, secretName: string, id: string): TokenSecretClaims {
  const { name, namespace = '', uid } = account.metadata;
  return {
    iss: TOKEN_SECRET_ISSUER,
    jti: id,
    'kubernetes.io/serviceaccount/namespace': namespace,
    'kubernetes.io/serviceaccount/secret.name': secretName,
    'kubernetes.io/serviceaccount/service-account.name': name,
    'kubernetes.io/serviceaccount/service-account.uid': uid,
    sub: serviceAccountUserName(namespace, name),
  };
}

function checkTokenSecretClaims(
  claims: TokenSecretClaims,
  { audiences, uidOf, isHeldBy }: ClaimsSetting,
): ClaimsVerdict {
  const namespace = claims['kubernetes.io/serviceaccount/namespace'];
  const name = claims['kubernetes.io/serviceaccount/service-account.name'];
  const uid = claims['kubernetes.io/serviceaccount/service-account.uid'];
  if (audiences.length > 0 && !audiences.includes(TOKEN_ISSUER)) {
    return {
      error: `invalid bearer token, token audiences [${TOKEN_ISSUER}] is invalid for the target audiences [${audiences.join(' ')}]`,
    };
  }
  const isValid =
    uidOf('serviceaccounts', namespace, name) === uid &&
    isHeldBy(namespace, claims['kubernetes.io/serviceaccount/secret.name']);
  if (!isValid) return { error: 'service account token has been invalidated' };
  const user = { name: serviceAccountUserName(namespace, name), uid, groups: serviceAccountGroups(namespace) };
  return { user: authenticated(user), audiences: [TOKEN_ISSUER] };
}

/** Returns the user that the claims of a token of any source identify. Its signature was checked before. */
export function checkTokenClaims(claims: { readonly iss?: unknown }, setting: ClaimsSetting): ClaimsVerdict {
  return claims.iss === TOKEN_SECRET_ISSUER
    ? checkTokenSecretClaims(claims as TokenSecretClaims, setting)
    : checkClaims(claims as ServiceAccountClaims, setting);
}
