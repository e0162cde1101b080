import { TokenSecretAnnotation, tokenIn, tokenSecretName, type KubeObject } from '@orrery/api-types';

export interface TokenPlanInput {
  /** The account that the Secrets name; undefined if there is none. */
  readonly account: KubeObject | undefined;
  /** Secrets for tokens that name the account. */
  readonly secrets: readonly KubeObject[];
  /** Accounts are given a Secret without asking (before Kubernetes 1.24). */
  readonly accountsHaveTokens: boolean;
}

/** What is to be done about the token Secrets of one account (api specification B9). */
export interface TokenPlan {
  /** Name of the Secret that the account lacks. */
  readonly create: string | undefined;
  /** Name of the Secret that the account does not list yet. */
  readonly list: string | undefined;
  /** Secrets without all that belongs into them. */
  readonly fill: readonly KubeObject[];
  /** Secrets of an account that is gone, or that was of the same name. */
  readonly remove: readonly KubeObject[];
}

/** Decides about the token Secrets of one account. */
export function planTokens({ account, secrets, accountsHaveTokens }: TokenPlanInput): TokenPlan {
  if (!account) return { create: undefined, list: undefined, fill: [], remove: secrets };
  const own = secrets.filter((secret) => isOf(secret, account));
  const name = accountsHaveTokens ? tokenSecretName(account.metadata.name) : undefined;
  return {
    create: own.some(({ metadata }) => metadata.name === name) ? undefined : name,
    list: secretsListedBy(account).some((listed) => listed.name === name) ? undefined : name,
    fill: own.filter((secret) => filledSecret(secret, account, () => '') !== undefined),
    remove: secrets.filter((secret) => !isOf(secret, account)),
  };
}

/** The account with a Secret in its list; undefined if it is there. */
export function listingSecret(account: KubeObject, name: string): KubeObject | undefined {
  const listed = secretsListedBy(account);
  return listed.some((secret) => secret.name === name) ? undefined : { ...account, secrets: [...listed, { name }] };
}

/** The Secret with all that belongs into it; undefined if that is there. A token that it has, it keeps. */
export function filledSecret(secret: KubeObject, account: KubeObject, newToken: () => string): KubeObject | undefined {
  const { uid, namespace = '' } = account.metadata;
  const data = (secret['data'] ?? {}) as Readonly<Record<string, string>>;
  const { [TokenSecretAnnotation.AccountUid]: knownUid } = secret.metadata.annotations ?? {};
  const fixed = { 'ca.crt': data['ca.crt'] ?? '', namespace: btoa(namespace) };
  const isWhole =
    data['ca.crt'] !== undefined && data['namespace'] === fixed.namespace && tokenIn(secret) !== undefined;
  if (isWhole && knownUid === uid) return undefined;
  const annotations = { ...secret.metadata.annotations, [TokenSecretAnnotation.AccountUid]: uid };
  return {
    ...secret,
    metadata: { ...secret.metadata, annotations },
    data: { ...data, ...fixed, token: tokenIn(secret) === undefined ? btoa(newToken()) : data['token'] },
  };
}

/** Whether a Secret that names an account is that very account's: it says by its uid, once it was filled. */
function isOf(secret: KubeObject, account: KubeObject): boolean {
  const uid = secret.metadata.annotations?.[TokenSecretAnnotation.AccountUid];
  return !uid || uid === account.metadata.uid;
}

function secretsListedBy(account: KubeObject): readonly { readonly name?: string }[] {
  return (account['secrets'] ?? []) as readonly { readonly name?: string }[];
}
