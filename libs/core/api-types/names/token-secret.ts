import { randomFor } from '@orrery/time';
import type { KubeObject } from '../objects';
import { generateName } from './generate-name';

/** Type of the Secrets that hold a token of a service account. */
export const TOKEN_SECRET_TYPE = 'kubernetes.io/service-account-token';

/** Annotations of such a Secret with the account of its token. */
export const TokenSecretAnnotation = {
  AccountName: 'kubernetes.io/service-account.name',
  AccountUid: 'kubernetes.io/service-account.uid',
} as const;

/** Returns the prefix of the generated names of an account's Secrets. */
export function tokenSecretPrefix(account: string): string {
  return `${account}-token-`;
}

/**
 * Name of the Secret that an account is given where accounts have one (before Kubernetes 1.24). The real name ends by
 * chance; this one follows from the account's name, so that pods can name the Secret before it is there, and pods of one
 * template share their spec. A Secret that replaces a deleted one is of the next generation and has another name.
 */
export function tokenSecretName(account: string, generation = 0): string {
  const parts = generation === 0 ? [account] : [account, String(generation)];
  return generateName(tokenSecretPrefix(account), randomFor('token secret', ...parts));
}

/** Generations beyond this one are not distinguished: no client deletes a Secret so often. */
const MAX_GENERATION = 1000;

/** The name that follows a generated one; the first if the name was not generated. */
export function nextTokenSecretName(account: string, name: string): string {
  for (let generation = 0; generation < MAX_GENERATION; generation++) {
    if (tokenSecretName(account, generation) === name) return tokenSecretName(account, generation + 1);
  }
  return tokenSecretName(account);
}

/** The token that such a Secret holds; undefined for other objects, and while there is none in it. */
export function tokenIn(secret: KubeObject | undefined): string | undefined {
  const { token } = (secret?.['data'] ?? {}) as { readonly token?: string };
  return secret?.['type'] === TOKEN_SECRET_TYPE && token ? atob(token) : undefined;
}
