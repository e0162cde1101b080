import { createHash } from 'node:crypto';
import {
  certificateToSign,
  nameInDer,
  NO_ALTERNATIVE_NAMES,
  signedCertificate,
  type CertificateContent,
} from '@orrery/certificates';
import { BytePattern } from './byte-pattern';
import { signAlike, type EllipticKey } from './derived-key';

/**
 * Validity of authorities: clusters have clocks of their own, which may be in any year, and authorities are valid for
 * all of them. The end is RFC 5280's value for no expiry.
 */
const ALWAYS = { notBeforeMs: Date.UTC(1970, 0, 1), notAfterMs: Date.UTC(9999, 11, 31, 23, 59, 59) };

/**
 * Patterns of the certificates that were made, by the values that decide their lengths. Each cluster has two
 * authorities of the same two names: encoding them was a tenth of the cost of a cluster.
 */
const patterns = new Map<string, BytePattern>();
/** Names are few; certificates of more than these are encoded each time. */
const MAX_PATTERNS = 100;

/** The certificate in DER by which an authority vouches for itself. */
export function rootCertificate(commonName: string, key: EllipticKey, serial: Uint8Array): Uint8Array {
  const publicKeyInfo = key.publicKey.export({ type: 'spki', format: 'der' });
  const parts = [serial, publicKeyInfo, keyIdOf(publicKeyInfo)];
  const shape = `${commonName} ${signOf(serial)}`;
  const toSign = alike(shape, parts, () => encodedToSign(commonName, parts));
  const signature = signAlike(key.privateKey, toSign, 'der');
  const signed = [...parts, signature];
  return alike(`${shape} ${signature.length}`, signed, () => signedCertificate(toSign, signature));
}

/** RFC 5280, 4.2.1.2: a hash of the key; it distinguishes authorities of one name. */
export function keyIdOf(publicKeyInfo: Uint8Array): Uint8Array {
  return createHash('sha1').update(publicKeyInfo).digest();
}

/** The bytes with the parts: encoded for the first of a shape, and made from those for all others. */
function alike(shape: string, parts: readonly Uint8Array[], encode: () => Uint8Array): Uint8Array {
  const lengths = parts.map(({ length }) => length).join(' ');
  const id = `${shape} ${lengths}`;
  const pattern = patterns.get(id);
  if (pattern) return pattern.with(parts);
  const bytes = encode();
  if (!isShortened(parts[0]!) && patterns.size < MAX_PATTERNS) patterns.set(id, new BytePattern(bytes, parts));
  return bytes;
}

function encodedToSign(commonName: string, [serial, publicKeyInfo, keyId]: readonly Uint8Array[]): Uint8Array {
  const name = nameInDer({ commonName, organizations: [] });
  const content: CertificateContent = {
    ...ALWAYS,
    serial: serial!,
    issuer: name,
    subject: name,
    publicKeyInfo: publicKeyInfo!,
    isAuthority: true,
    usages: ['digital signature', 'key encipherment', 'cert sign'],
    names: NO_ALTERNATIVE_NAMES,
    subjectKeyId: keyId!,
    authorityKeyId: keyId!,
  };
  return certificateToSign(content);
}

/** A number gets a byte before it where its first bit is set, and loses bytes where the first ones are 0. */
function signOf(serial: Uint8Array): string {
  if (isShortened(serial)) return Buffer.from(serial).toString('hex');
  return serial[0]! >= 0x80 ? 'with a byte before it' : 'as it is';
}

function isShortened(serial: Uint8Array): boolean {
  return serial[0] === 0;
}
