import { generateKeyPairSync } from 'node:crypto';
import type { Authority, CertificateOrder } from './authority';

/** A private key with its certificate, both in PEM. */
export interface KeyAndCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Makes a key and lets an authority certify it. */
export function newKeyAndCertificate(
  authority: Authority,
  order: Omit<CertificateOrder, 'publicKeyInfo'>,
): KeyAndCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const publicKeyInfo = publicKey.export({ type: 'spki', format: 'der' });
  return {
    cert: authority.issue({ ...order, publicKeyInfo }),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
