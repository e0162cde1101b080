import { jsonText } from '@orrery/api-types';
import { createECDH, createHash, createPublicKey, hkdfSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { CryptoKey, JWK } from 'jose';

/** What the keys of a cluster's tokens are made of. */
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
  readonly sign: CryptoKey | Uint8Array;
  readonly check: CryptoKey | Uint8Array;
  readonly shown: PublicTokenKey;
}

/** kube-apiserver signs with RSA or with ECDSA keys; a key of the second kind costs nothing when a cluster is made. */
export const ALGORITHM = 'ES256';
/** The one of data folders that were written before: their token Secrets go on counting. */
const FORMER_ALGORITHM = 'HS256';
const CURVE = 'prime256v1';
/** The number of points of P-256. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
/** 64 bits more than the order has, so that no key is more likely than another (FIPS 186-5, A.2.1). */
const SEED_BYTES = 40;

/** A JSON Web Token over claims. */
export async function signToken(claims: object, secret: TokenSecret): Promise<string> {
  const { CompactSign } = await import('jose');
  const { sign, shown } = await keysOf(secret);
  const payload = new TextEncoder().encode(jsonText(claims));
  return new CompactSign(payload).setProtectedHeader({ alg: ALGORITHM, kid: shown.kid }).sign(sign);
}

/** The claims of a token that was signed with the key; undefined for everything else. Whether they count is not asked. */
export async function readToken(
  token: string,
  secret: TokenSecret,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  // A token of another form needs no keys, and no library.
  if (token.split('.').length !== 3) return undefined;
  const { compactVerify, decodeProtectedHeader } = await import('jose');
  try {
    const isFormer = decodeProtectedHeader(token).alg === FORMER_ALGORITHM;
    const key = isFormer ? new TextEncoder().encode(secret.signingKey) : (await keysOf(secret)).check;
    // The algorithm belongs to the key: a token cannot choose another one for it.
    const { payload } = await compactVerify(token, key, { algorithms: [isFormer ? FORMER_ALGORITHM : ALGORITHM] });
    return JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** The key set that outsiders check a cluster's tokens with (`/openid/v1/jwks`). */
export async function publicTokenKeys(secret: TokenSecret): Promise<{ readonly keys: readonly PublicTokenKey[] }> {
  return { keys: [(await keysOf(secret)).shown] };
}

const known = new WeakMap<TokenSecret, Promise<TokenKeys>>();

function keysOf(secret: TokenSecret): Promise<TokenKeys> {
  let keys = known.get(secret);
  if (!keys) known.set(secret, (keys = deriveKeys(secret)));
  return keys;
}

/** All processes of a cluster derive the same keys from its secret, so there is nothing further to store or to send. */
async function deriveKeys({ signingKey }: TokenSecret): Promise<TokenKeys> {
  const { importJWK } = await import('jose');
  const seed = Buffer.from(hkdfSync('sha256', signingKey, '', 'orrery service account tokens', SEED_BYTES));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const pair = createECDH(CURVE);
  pair.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex');
  // An uncompressed point: the byte 4, then both coordinates.
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = { kty: 'EC', crv: 'P-256', x: x!, y: y! };
  const shown: PublicTokenKey = {
    use: 'sig',
    kty: 'EC',
    kid: keyIdOf(createPublicKey({ key: publicKey as JsonWebKey, format: 'jwk' })),
    crv: 'P-256',
    alg: ALGORITHM,
    x: x!,
    y: y!,
  };
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toString('base64url');
  return {
    sign: await importJWK({ ...publicKey, d }, ALGORITHM),
    check: await importJWK(publicKey, ALGORITHM),
    shown,
  };
}

/** As `keyIDFromPublicKey` of kube-apiserver: the SHA-256 of the key in DER. */
function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}
