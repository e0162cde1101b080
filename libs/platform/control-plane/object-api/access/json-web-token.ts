import { jsonText } from '@orrery/api-types';
import { createHash, type KeyObject } from 'node:crypto';
import { derivedKey, signAlike } from '@orrery/authority';
import type { JWK } from 'jose';

/** Secret from which the signing keys of a cluster's tokens are derived. */
export interface TokenSecret {
  /** A text that only the processes of a control plane know. */
  readonly signingKey: string;
}

/** The public key that the tokens of a cluster are checked with, as `/openid/v1/jwks` shows it. */
export interface PublicTokenKey extends JWK {
  readonly use: 'sig';
  readonly kid: string;
  readonly alg: typeof ALGORITHM;
}

interface TokenKeys {
  readonly sign: KeyObject;
  readonly check: KeyObject;
  readonly shown: PublicTokenKey;
}

/** kube-apiserver signs with RSA or with ECDSA keys; a key of the second kind costs nothing when a cluster is made. */
export const ALGORITHM = 'ES256';
/** Algorithm of tokens in older data folders: their token Secrets remain valid. */
const FORMER_ALGORITHM = 'HS256';
/**
 * A JSON Web Token over claims, in the compact form of RFC 7515. The same claims have the same token, which the library that
 * reads them cannot do.
 */
export function signToken(claims: object, secret: TokenSecret): string {
  const { sign, shown } = keysOf(secret);
  const signed = [{ alg: ALGORITHM, kid: shown.kid }, claims].map(encoded).join('.');
  return `${signed}.${signAlike(sign, Buffer.from(signed), 'compact').toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(jsonText(part)).toString('base64url');
}

/** Returns the claims of a token that was signed with the key; undefined for everything else. Their validity is not checked. */
export async function readToken(
  token: string,
  secret: TokenSecret,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  // A token of another form needs no keys, and no library.
  if (token.split('.').length !== 3) return undefined;
  const { compactVerify, decodeProtectedHeader } = await import('jose');
  try {
    const isFormer = decodeProtectedHeader(token).alg === FORMER_ALGORITHM;
    const key = isFormer ? new TextEncoder().encode(secret.signingKey) : keysOf(secret).check;
    // The algorithm belongs to the key: a token cannot choose another one for it.
    const { payload } = await compactVerify(token, key, { algorithms: [isFormer ? FORMER_ALGORITHM : ALGORITHM] });
    return JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** The key set that outsiders check a cluster's tokens with (`/openid/v1/jwks`). */
export function publicTokenKeys(secret: TokenSecret): { readonly keys: readonly PublicTokenKey[] } {
  return { keys: [keysOf(secret).shown] };
}

const known = new WeakMap<TokenSecret, TokenKeys>();

function keysOf(secret: TokenSecret): TokenKeys {
  let keys = known.get(secret);
  if (!keys) known.set(secret, (keys = tokenKeys(secret)));
  return keys;
}

/** All processes of a cluster derive the same keys from its secret, so there is nothing further to store or to send. */
function tokenKeys({ signingKey }: TokenSecret): TokenKeys {
  const pair = derivedKey({ secret: signingKey, purpose: 'orrery service account tokens' });
  const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
  const shown: PublicTokenKey = {
    use: 'sig',
    kty: 'EC',
    kid: keyIdOf(pair.publicKey),
    crv: 'P-256',
    alg: ALGORITHM,
    x,
    y,
  };
  return { sign: pair.privateKey, check: pair.publicKey, shown };
}

/** Returns the key id as `keyIDFromPublicKey` of kube-apiserver: the SHA-256 of the key in DER. */
function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}
