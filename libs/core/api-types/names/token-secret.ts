import { randomFor } from '@orrery/time';
import type { KubeObject } from '../objects';
import { generateName } from './generate-name';

/** Type of the Secrets that hold a token of a service account. */
export const TOKEN_SECRET_TYPE = 'kubernetes.io/service-account-token';

/** How such a Secret says whose token it holds. */
export const TokenSecretAnnotation = {
  AccountName: 'kubernetes.io/service-account.name',
  AccountUid: 'kubernetes.io/service-account.uid',
} as const;

/**
 * Name of the Secret that an account is given where accounts have one (before Kubernetes 1.24). The real name ends by
 * chance; this one follows from the account's name, so that pods can name the Secret before it is there, and pods of one
 * template share their spec.
 */
export function tokenSecretName(account: string): string {
  return generateName(`${account}-token-`, randomFor('token secret', account));
}

/** The token that such a Secret holds; undefined for other objects, and while there is none in it. */
export function tokenIn(secret: KubeObject | undefined): string | undefined {
  const { token } = (secret?.['data'] ?? {}) as { readonly token?: string };
  return secret?.['type'] === TOKEN_SECRET_TYPE && token ? atob(token) : undefined;
}
