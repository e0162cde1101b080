import { createPublicKey, verify } from 'node:crypto';
import type { CertificateRequest } from '@orrery/certificates';

/** Hashes by the object identifier of a signature algorithm; Ed25519 has its own. */
const HASHES: Readonly<Record<string, string | null>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.3.101.112': null,
};

/** Whether who asks for a certificate has the private key, as `CheckSignature` of Go's x509 finds out. */
export function isSignedByItsKey(request: CertificateRequest): boolean {
  const { publicKeyInfo, signatureAlgorithm, signature, signedBytes } = request;
  if (!Object.hasOwn(HASHES, signatureAlgorithm)) return false;
  try {
    const key = createPublicKey({ key: Buffer.from(publicKeyInfo), format: 'der', type: 'spki' });
    return verify(HASHES[signatureAlgorithm], signedBytes, key, signature);
  } catch {
    // A key that is none verifies nothing.
    return false;
  }
}
