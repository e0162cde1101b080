import 'reflect-metadata';
import { generateKeyPairSync, webcrypto } from 'node:crypto';
import { X509CertificateGenerator, cryptoProvider } from '@peculiar/x509';
import { keyPairProblem } from './key-pair';

describe('a certificate and its key', () => {
  const rsa = { certificate: '', key: '' };
  const ec = { certificate: '', key: '' };
  const edwards = { certificate: '', key: '' };
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

  beforeAll(async () => {
    cryptoProvider.set(webcrypto as never);
    const hash = 'SHA-256';
    const lengths = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
    Object.assign(rsa, await pairOf({ name: 'RSASSA-PKCS1-v1_5', hash, ...lengths }));
    Object.assign(ec, await pairOf({ name: 'ECDSA', namedCurve: 'P-256', hash }));
    Object.assign(edwards, await pairOf({ name: 'Ed25519' }));
  });

  test.each([
    ['RSA', rsa],
    ['an elliptic curve', ec],
    ['Ed25519', edwards],
  ])('%s: a pair has no problem', (_name, pair) => {
    expect(keyPairProblem(pair.certificate, pair.key)).toBeUndefined();
  });

  test.each([
    ['no text', () => 'x', () => ec.key, 'tls: failed to find any PEM data in certificate input'],
    ['no key', () => ec.certificate, () => '', 'tls: failed to find any PEM data in key input'],
    ['both in the wrong place', () => ec.key, () => ec.certificate, 'PEM inputs may have been switched'],
    [
      'two certificates',
      () => ec.certificate,
      () => ec.certificate,
      'tls: found a certificate rather than a key in the PEM',
    ],
    [
      'another block',
      () => '-----BEGIN A-----\nAAAA\n-----END A-----\n',
      () => ec.key,
      'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [A]',
    ],
    [
      'bytes that are no certificate',
      () => '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      () => ec.key,
      'x509: malformed certificate',
    ],
    [
      'bytes that are no key',
      () => ec.certificate,
      () => '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
      'tls: failed to parse private key',
    ],
    ['keys of two kinds', () => ec.certificate, () => rsa.key, 'tls: private key type does not match public key type'],
    [
      'another key of a curve',
      () => ec.certificate,
      () => other.export({ type: 'sec1', format: 'pem' }) as string,
      'tls: private key does not match public key',
    ],
    [
      'another key of RSA',
      () => rsa.certificate,
      () => otherRsa.export({ type: 'pkcs1', format: 'pem' }) as string,
      'tls: private key does not match public key',
    ],
  ])('%s', (_name, certificate, key, problem) => {
    expect(keyPairProblem(certificate(), key())).toContain(problem);
  });
});

/** A self-signed certificate, and its key in PKCS #8. */
async function pairOf(algorithm: object): Promise<{ certificate: string; key: string }> {
  const keys = (await webcrypto.subtle.generateKey(algorithm as never, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const signed = { name: 'CN=a', keys, signingAlgorithm: algorithm } as never;
  const certificate = (await X509CertificateGenerator.createSelfSigned(signed)).toString('pem');
  const der = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  const text = Buffer.from(der as ArrayBuffer).toString('base64');
  return { certificate, key: `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----\n` };
}
