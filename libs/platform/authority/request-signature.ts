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
const FAILURE = 'x509: signature verification failure';
const FAILURES: Readonly<Record<string, string>> = {
  ec: 'x509: ECDSA verification failure',
  ed25519: 'x509: Ed25519 verification failure',
  rsa: 'crypto/rsa: verification error',
};

/** Returns the reason for which a request does not prove possession of the private key, in the words of Go's `CheckSignature`. */
export function signatureProblem(request: CertificateRequest): string | undefined {
  const { publicKeyInfo, signatureAlgorithm, signature, signedBytes } = request;
  if (!Object.hasOwn(HASHES, signatureAlgorithm)) {
    return 'x509: cannot verify signature: algorithm unimplemented';
  }
  try {
    const key = createPublicKey({ key: Buffer.from(publicKeyInfo), format: 'der', type: 'spki' });
    if (verify(HASHES[signatureAlgorithm], signedBytes, key, signature)) return undefined;
    return FAILURES[key.asymmetricKeyType ?? ''] ?? FAILURE;
  } catch {
    // A key that is none verifies nothing.
    return FAILURE;
  }
}
