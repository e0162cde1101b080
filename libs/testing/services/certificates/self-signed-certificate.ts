import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { isIP } from 'node:net';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 3600 * 1000;

/** A certificate and its private key, in PEM. */
export interface KeyPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** A certificate that vouches for itself, of another party than the server. `hosts` are names and addresses. */
export async function selfSignedCertificate(hosts: readonly string[], nowMs: number): Promise<KeyPair> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=orrery',
    keys,
    signingAlgorithm: ALGORITHM,
    // Clocks of clients may be behind.
    notBefore: new Date(nowMs - DAY_MS),
    notAfter: new Date(nowMs + 365 * DAY_MS),
    extensions: [
      // It vouches for itself, so it must be an authority.
      new BasicConstraintsExtension(true, undefined, true),
      new SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
    ],
  });
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { cert: Buffer.from(certificate.toString('pem')), key: Buffer.from(key) };
}
