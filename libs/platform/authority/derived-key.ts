import { createECDH, createPrivateKey, createPublicKey, hkdfSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { p256 } from '@noble/curves/nist';

/** Source of derived keys: a process that has it has all of them. */
export interface KeySource {
  /** A text that only the processes of a control plane know. */
  readonly secret: string;
  /** Purpose of the key: keys of different purposes reveal nothing about each other. */
  readonly purpose: string;
}

/** A key on the curve P-256. */
export interface EllipticKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const CURVE = 'prime256v1';
/** The number of points of P-256. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
/** 64 bits more than the order has, so that no key is more likely than another (FIPS 186-5, A.2.1). */
const SEED_BYTES = 40;

/** Returns the same key for the same source, at any time and in any process: keys need no storage and no transport. */
export function derivedKey(source: KeySource): EllipticKey {
  const scalar = (BigInt(`0x${derivedBytes(source, SEED_BYTES).toString('hex')}`) % (ORDER - 1n)) + 1n;
  const bytes = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH(CURVE);
  pair.setPrivateKey(bytes);
  // An uncompressed point: the byte 4, then both coordinates.
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk: JsonWebKey = { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: bytes.toString('base64url') };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** Bytes that follow from a source (HKDF with SHA-256). */
export function derivedBytes({ secret, purpose }: KeySource, count: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, count));
}

/**
 * Signs with ECDSA and SHA-256 so that the same data have the same signature (RFC 6979); Node's own signatures are
 * different each time.
 *
 * @param form `der` as in certificates, `compact` as in tokens
 */
export function signAlike(key: KeyObject, data: Uint8Array, form: 'der' | 'compact'): Buffer {
  const { d = '' } = key.export({ format: 'jwk' });
  const signature = p256.sign(data, Buffer.from(d, 'base64url'), { prehash: true, lowS: false });
  return Buffer.from(form === 'der' ? signature.toDERRawBytes() : signature.toCompactRawBytes());
}
