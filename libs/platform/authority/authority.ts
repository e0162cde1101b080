import { createHash, createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import {
  certificateToSign,
  nameInDer,
  readCertificate,
  signedCertificate,
  toPem,
  type CertificateContent,
} from '@orrery/certificates';
import { derivedBytes, derivedKey, signAlike, type KeySource } from './derived-key';
import { keyIdOf, rootCertificate } from './root-certificate';

/** An authority as it is stored: its certificate and its private key, both in PEM. */
export interface AuthorityKeys {
  readonly certificate: string;
  readonly privateKey: string;
}

/** Requested content of a certificate; the rest follows from the authority. */
export type CertificateOrder = Pick<
  CertificateContent,
  'subject' | 'publicKeyInfo' | 'notBeforeMs' | 'notAfterMs' | 'usages' | 'names'
>;

/** Size of serial numbers in bytes. Go's `certutil` has 63 bits in a positive number of eight bytes; 16 bytes are unique without doubt. */
const SERIAL_BYTES = 16;

/** Makes an authority: its key follows from the source; and a certificate by which it vouches for itself. */
export function makeAuthority(commonName: string, source: KeySource): AuthorityKeys {
  const key = derivedKey(source);
  const serial = derivedBytes({ ...source, purpose: `${source.purpose} serial` }, SERIAL_BYTES);
  return {
    certificate: toPem('CERTIFICATE', rootCertificate(commonName, key, serial)),
    privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** Signs certificates, and knows those that it signed. */
export class Authority {
  /** Its own certificate in PEM. */
  readonly certificate: string;
  private readonly read: X509Certificate;
  private readonly key: KeyObject;
  private readonly issuer: Uint8Array;
  private readonly keyId: Uint8Array;

  constructor({ certificate, privateKey }: AuthorityKeys) {
    this.certificate = certificate;
    this.read = new X509Certificate(certificate);
    this.key = createPrivateKey(privateKey);
    this.issuer = nameInDer(readCertificate(this.read.raw)!.subject);
    this.keyId = keyIdOf(this.read.publicKey.export({ type: 'spki', format: 'der' }));
  }

  /**
   * A certificate in PEM. The same order has the same certificate: its number follows from what it says, so that two that
   * differ in anything have different ones.
   */
  issue(order: CertificateOrder): string {
    const content = { ...order, issuer: this.issuer, isAuthority: false, authorityKeyId: this.keyId };
    const unnumbered = certificateToSign({ ...content, serial: new Uint8Array(SERIAL_BYTES) });
    const serial = createHash('sha256').update(unnumbered).digest().subarray(0, SERIAL_BYTES);
    const toSign = certificateToSign({ ...content, serial });
    return toPem('CERTIFICATE', signedCertificate(toSign, signAlike(this.key, toSign, 'der')));
  }

  /** Returns true if it signed a certificate. The validity in time is not checked. */
  hasIssued(certificate: X509Certificate): boolean {
    return certificate.checkIssued(this.read) && certificate.verify(this.read.publicKey);
  }
}
