import type { KubeObject } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';

const BOOTSTRAP_TOKEN_TYPE = 'bootstrap.kubernetes.io/token';
/** Namespace of the tokens, and the ConfigMap in which their signatures are published. */
export const BOOTSTRAP_NAMESPACE = 'kube-system';
export const CLUSTER_INFO = { namespace: 'kube-public', name: 'cluster-info' } as const;

const SIGNATURE_PREFIX = 'jws-kubeconfig-';
const TOKEN_ID = /^[a-z0-9]{6}$/;

/** A token with which a machine that is to join checks the address and certificate of its cluster. */
export interface BootstrapToken {
  readonly id: string;
  readonly secret: string;
  /** Expiry, in ms of cluster time; undefined: never. */
  readonly expiresAtMs: number | undefined;
  readonly signs: boolean;
}

/** Signs a text with a key: HMAC with SHA-256, as base64url. */
export type Sign = (text: string, key: string) => string;

/**
 * Returns the token of a Secret; undefined for other Secrets, and for one without a token. The signer takes any secret
 * that is not empty (`validateSecretForSigning` upstream); authentication requires 16 letters and digits.
 */
export function bootstrapTokenIn(secret: KubeObject): BootstrapToken | undefined {
  if (secret['type'] !== BOOTSTRAP_TOKEN_TYPE) return undefined;
  const data = (secret['data'] ?? {}) as Readonly<Record<string, string>>;
  const text = (key: string): string => decoded(data[key]);
  const id = text('token-id');
  const own = text('token-secret');
  if (!TOKEN_ID.test(id) || own === '' || secret.metadata.name !== `bootstrap-token-${id}`) return undefined;
  const expiration = text('expiration');
  return {
    id,
    secret: own,
    // A time that cannot be read is over (`GetExpiration` upstream).
    expiresAtMs: expiration === '' ? undefined : (parseTimeMs(expiration) ?? 0),
    signs: text('usage-bootstrap-signing') === 'true',
  };
}

function decoded(value: string | undefined): string {
  try {
    return atob(value ?? '');
  } catch {
    return '';
  }
}

/**
 * The published cluster information with a signature of every token that signs (upstream's bootstrap signer): a detached
 * JSON Web Signature (RFC 7515, appendix F) of the kubeconfig. Undefined if it is signed already.
 */
export function signedClusterInfo(
  clusterInfo: KubeObject,
  tokens: Iterable<BootstrapToken>,
  sign: Sign,
): KubeObject | undefined {
  const data = (clusterInfo['data'] ?? {}) as Readonly<Record<string, string>>;
  const { kubeconfig } = data;
  if (kubeconfig === undefined) return undefined;
  const others = Object.entries(data).filter(([key]) => !key.startsWith(SIGNATURE_PREFIX));
  const signatures = [...tokens]
    .filter(({ signs }) => signs)
    .map(({ id, secret }) => [SIGNATURE_PREFIX + id, detachedSignature(kubeconfig, { id, secret }, sign)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const next = Object.fromEntries([...others, ...signatures]);
  const keys = Object.keys(next);
  const isSame = keys.length === Object.keys(data).length && keys.every((key) => next[key] === data[key]);
  return isSame ? undefined : { ...clusterInfo, data: next };
}

function detachedSignature(content: string, { id, secret }: Pick<BootstrapToken, 'id' | 'secret'>, sign: Sign): string {
  const header = base64url(JSON.stringify({ alg: 'HS256', kid: id }));
  return `${header}..${sign(`${header}.${base64url(content)}`, secret)}`;
}

function base64url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
