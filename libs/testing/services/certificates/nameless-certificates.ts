import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type JsonGeneralName,
} from '@peculiar/x509';

const DAY_MS = 24 * 60 * 60 * 1000;
const SIGNING = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const crypto = webcrypto as never;

/** A certificate in PEM, with its key. */
export interface NamelessPair {
  readonly cert: string;
  readonly key: string;
  readonly keys: webcrypto.CryptoKeyPair;
}

/** End of validity of the certificates of this process, for tests of expired certificates. */
export const IS_OVER = new Date(Date.now() - DAY_MS);
const LASTING = new Date(Date.now() + DAY_MS);

async function pairOf(
  name: { readonly issuer: string; readonly serialNumber: string },
  extensions: readonly object[],
  { until, signer }: { readonly until: Date; readonly signer?: NamelessPair },
): Promise<NamelessPair> {
  const keys = await webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create(
    {
      ...name,
      subject: '',
      notBefore: new Date(Date.now() - 2 * DAY_MS),
      notAfter: until,
      signingAlgorithm: SIGNING,
      publicKey: keys.publicKey as never,
      signingKey: (signer?.keys ?? keys).privateKey as never,
      extensions: extensions as never,
    },
    crypto,
  );
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`,
    keys,
  };
}

/** Makes an authority without a subject, as programs do that use no library of their platform for it. */
export function namelessAuthority({ isAuthority = true, until = LASTING } = {}): Promise<NamelessPair> {
  return pairOf({ issuer: 'CN=X', serialNumber: '01' }, [new BasicConstraintsExtension(isAuthority)], { until });
}

/** Makes the certificate of a server whose issuer and subject are both empty: Go accepts it, Node's verifier does not. */
export function namelessLeaf(
  signer: NamelessPair,
  { name = { type: 'ip', value: '127.0.0.1' } as JsonGeneralName, usage = SERVER_AUTH, until = LASTING } = {},
): Promise<NamelessPair> {
  const extensions = [new SubjectAlternativeNameExtension([name]), new ExtendedKeyUsageExtension([usage])];
  return pairOf({ issuer: '', serialNumber: '02' }, extensions, { until, signer });
}
