import {
  nextTokenSecretName,
  TokenSecretAnnotation,
  tokenIn,
  tokenSecretName,
  tokenSecretPrefix,
  type KubeObject,
} from '@orrery/api-types';

export interface TokenPlanInput {
  /** The account that the Secrets name; undefined if there is none. */
  readonly account: KubeObject | undefined;
  /** Secrets for tokens that name the account. */
  readonly secrets: readonly KubeObject[];
  /** Certificates that clients of the cluster trust, in PEM. */
  readonly trusted: string;
  /** Accounts are given a Secret without asking (before Kubernetes 1.24). */
  readonly accountsHaveTokens: boolean;
}

/** Plan for the token Secrets of one account (spec api B9). */
export interface TokenPlan {
  /** Name of the Secret that the account lacks. */
  readonly create: string | undefined;
  /** Name of the Secret that the account does not list yet. */
  readonly list: string | undefined;
  /** Names of Secrets that the account lists and that were deleted. */
  readonly unlist: readonly string[];
  /** Secrets without all that belongs into them. */
  readonly fill: readonly KubeObject[];
  /** Secrets of an account that is gone, or that was of the same name. */
  readonly remove: readonly KubeObject[];
}

/** Decides about the token Secrets of one account. */
export function planTokens({ account, secrets, trusted, accountsHaveTokens }: TokenPlanInput): TokenPlan {
  if (!account) return { create: undefined, list: undefined, unlist: [], fill: [], remove: secrets };
  const own = secrets.filter((secret) => isOf(secret, account));
  const given = accountsHaveTokens ? givenSecret(account, own) : { create: undefined, list: undefined, unlist: [] };
  return {
    ...given,
    fill: own.filter((secret) => filledSecret(secret, account, { trusted, newToken: () => '' }) !== undefined),
    remove: secrets.filter((secret) => !isOf(secret, account)),
  };
}

/**
 * The Secret that an account has without asking. One that was deleted is not listed any more and is replaced by one of
 * another name (upstream's `tokens_controller.go`): a token that leaked does not come back.
 */
function givenSecret(account: KubeObject, own: readonly KubeObject[]): Pick<TokenPlan, 'create' | 'list' | 'unlist'> {
  const { name } = account.metadata;
  const isGenerated = (secret: string): boolean => secret.startsWith(tokenSecretPrefix(name));
  const there = own.map(({ metadata }) => metadata.name).filter(isGenerated);
  const listed = secretsListedBy(account).flatMap((secret) => secret.name ?? []);
  const unlist = listed.filter((secret) => isGenerated(secret) && !there.includes(secret));
  const lost = unlist.at(-1);
  const create =
    there.length > 0 ? undefined : lost === undefined ? tokenSecretName(name) : nextTokenSecretName(name, lost);
  const kept = create ?? there.find((secret) => listed.includes(secret)) ?? there[0]!;
  return { create, list: listed.includes(kept) ? undefined : kept, unlist };
}

/** The account with a Secret in its list, and without those that are gone; undefined if that is so already. */
export function listingSecret(
  account: KubeObject,
  { list, unlist }: Pick<TokenPlan, 'list' | 'unlist'>,
): KubeObject | undefined {
  const listed = secretsListedBy(account);
  const kept = listed.filter(({ name }) => !unlist.includes(name ?? ''));
  const isNew = list !== undefined && !kept.some(({ name }) => name === list);
  if (!isNew && kept.length === listed.length) return undefined;
  return { ...account, secrets: isNew ? [...kept, { name: list }] : kept };
}

/** Content of a Secret besides names. */
export interface SecretParts {
  /** Certificates as in {@link TokenPlanInput}. */
  readonly trusted: string;
  readonly newToken: () => string;
}

/** The Secret with all that belongs into it; undefined if that is there. A token that it has, it keeps. */
export function filledSecret(
  secret: KubeObject,
  account: KubeObject,
  { trusted, newToken }: SecretParts,
): KubeObject | undefined {
  const { uid, namespace = '' } = account.metadata;
  const data = (secret['data'] ?? {}) as Readonly<Record<string, string>>;
  const { [TokenSecretAnnotation.AccountUid]: knownUid } = secret.metadata.annotations ?? {};
  const fixed = { 'ca.crt': btoa(trusted), namespace: btoa(namespace) };
  const isWhole =
    data['ca.crt'] === fixed['ca.crt'] && data['namespace'] === fixed.namespace && tokenIn(secret) !== undefined;
  if (isWhole && knownUid === uid) return undefined;
  const annotations = { ...secret.metadata.annotations, [TokenSecretAnnotation.AccountUid]: uid };
  return {
    ...secret,
    metadata: { ...secret.metadata, annotations },
    data: { ...data, ...fixed, token: tokenIn(secret) === undefined ? btoa(newToken()) : data['token'] },
  };
}

/** Returns true if a Secret that names an account belongs to that very account, by the uid that it got when it was filled. */
function isOf(secret: KubeObject, account: KubeObject): boolean {
  const uid = secret.metadata.annotations?.[TokenSecretAnnotation.AccountUid];
  return !uid || uid === account.metadata.uid;
}

function secretsListedBy(account: KubeObject): readonly { readonly name?: string }[] {
  return (account['secrets'] ?? []) as readonly { readonly name?: string }[];
}
