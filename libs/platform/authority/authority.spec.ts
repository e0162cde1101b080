import 'reflect-metadata';
import { createPrivateKey, generateKeyPairSync, webcrypto, X509Certificate } from 'node:crypto';
import { Pkcs10CertificateRequestGenerator, X509Certificate as OtherCertificate } from '@peculiar/x509';
import { nameInDer, NO_ALTERNATIVE_NAMES, readCertificate, readCertificateRequest } from '@orrery/certificates';
import {
  Authority,
  derivedBytes,
  signatureProblem,
  makeAuthority,
  newKeyAndCertificate,
  servingCertificate,
} from './index';

const NOW_MS = Date.parse('2026-11-22T05:00:00Z');
const DAY_MS = 24 * 3600 * 1000;
const authority = new Authority(makeAuthority('kubernetes', { secret: 'of the server', purpose: 'a test' }));

describe('an authority', () => {
  it('vouches for itself, whatever the time', () => {
    const own = new X509Certificate(authority.certificate);
    expect(own.ca).toBe(true);
    expect(own.subject).toBe('CN=kubernetes');
    expect(own.verify(own.publicKey)).toBe(true);
    expect(own.checkIssued(own)).toBe(true);
    expect([Date.parse(own.validFrom), new Date(own.validTo).getUTCFullYear()]).toEqual([0, 9999]);
  });

  it('signs what others read as it was ordered', () => {
    const { cert, key } = newKeyAndCertificate(authority, {
      subject: nameInDer({ commonName: 'jane', organizations: ['dev', 'ops'] }),
      notBeforeMs: NOW_MS,
      notAfterMs: NOW_MS + DAY_MS,
      usages: ['digital signature', 'key encipherment', 'client auth'],
      names: NO_ALTERNATIVE_NAMES,
    });
    const node = new X509Certificate(cert);
    expect(node.subject.split(/\n| \+ /).sort()).toEqual(['CN=jane', 'O=dev', 'O=ops']);
    expect(node.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(node.ca).toBe(false);
    expect(authority.hasIssued(node)).toBe(true);
    const other = new OtherCertificate(cert);
    expect([other.notBefore.getTime(), other.notAfter.getTime()]).toEqual([NOW_MS, NOW_MS + DAY_MS]);
    expect(readCertificate(node.raw)).toEqual({
      subject: { commonName: 'jane', organizations: ['dev', 'ops'] },
      notBeforeMs: NOW_MS,
      notAfterMs: NOW_MS + DAY_MS,
      extendedKeyUsages: ['1.3.6.1.5.5.7.3.2'],
    });
  });

  it('encodes the certificates of a name once, and makes the same bytes of that', () => {
    const secret = 'of the server';
    const all = Array.from({ length: 600 }, (_, i) => `case ${i}`);
    // Numbers that begin with a byte of zeros are shorter than the others.
    const isShort = (purpose: string): boolean => derivedBytes({ secret, purpose: `${purpose} serial` }, 1)[0] === 0;
    const purposes = [...all.slice(0, 12), ...all.slice(12).filter(isShort)];
    const made = purposes.map((purpose) => new X509Certificate(makeAuthority('many', { secret, purpose }).certificate));
    for (const own of made) {
      const read = readCertificate(own.raw);
      expect(read?.subject.commonName).toBe('many');
      expect(own.verify(own.publicKey) && own.checkIssued(own)).toBe(true);
    }
    expect(new Set(made.map(({ serialNumber }) => serialNumber.length))).toEqual(new Set([30, 32]));
    expect(new Set(made.map(({ fingerprint256 }) => fingerprint256)).size).toBe(purposes.length);
  });

  it('is the same for the same source, and so is all that it signs', () => {
    const source = { secret: 'of the server', purpose: 'a test' };
    expect(makeAuthority('kubernetes', source)).toEqual(makeAuthority('kubernetes', source));
    const publicKeyInfo = new X509Certificate(authority.certificate).publicKey.export({ type: 'spki', format: 'der' });
    const order = { subject: nameInDer({ commonName: 'jane', organizations: [] }), publicKeyInfo, notBeforeMs: NOW_MS };
    const days = [1, 1, 2].map((count) =>
      new Authority(makeAuthority('kubernetes', source)).issue({
        ...order,
        notAfterMs: NOW_MS + count * DAY_MS,
        usages: ['client auth'],
        names: NO_ALTERNATIVE_NAMES,
      }),
    );
    expect(days[1]).toBe(days[0]);
    const [one, , two] = days.map((pem) => new X509Certificate(pem));
    expect(two!.serialNumber).not.toBe(one!.serialNumber);
    expect(two!.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
  });

  it('knows its certificates from those of another of its name', () => {
    const other = new Authority(makeAuthority('kubernetes', { secret: 'of the server', purpose: 'another test' }));
    const { cert } = servingCertificate(other, [], NOW_MS);
    expect(other.hasIssued(new X509Certificate(cert))).toBe(true);
    expect(authority.hasIssued(new X509Certificate(cert))).toBe(false);
  });
});

describe('a serving certificate', () => {
  const { cert, key } = servingCertificate(authority, ['dev.example.com', '10.200.0.1', '0.0.0.0', '::'], NOW_MS);
  const read = new X509Certificate(cert);

  it('is valid for a year', () => {
    expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(Date.parse(read.validFrom)).toBe(NOW_MS - DAY_MS);
    expect(Date.parse(read.validTo)).toBe(NOW_MS + 365 * DAY_MS);
  });

  it.each(['localhost', 'LOCALHOST', 'dev.example.com', 'kubernetes.default.svc'])('is for the name %s', (host) => {
    expect(read.checkHost(host)).toBeDefined();
    expect(read.checkHost('elsewhere')).toBeUndefined();
  });

  it.each(['127.0.0.1', '10.200.0.1', '::1', '10.96.0.1'])('is for the address %s', (address) => {
    expect(read.checkIP(address)).toBe(address);
    expect(read.checkIP('0.0.0.0')).toBeUndefined();
  });
});

describe('the signature of a request', () => {
  const algorithms = [
    { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
    { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: Uint8Array.of(1, 0, 1),
      hash: 'SHA-512',
    },
    { name: 'Ed25519', namedCurve: 'Ed25519' },
  ];
  it.each(algorithms)('of $name $namedCurve $hash is found right, and a changed one wrong', async (algorithm) => {
    // An algorithm of these is a pair's; the types tell each form of the parameters from the others.
    const keys = (await webcrypto.subtle.generateKey(algorithm as webcrypto.EcKeyGenParams, true, [
      'sign',
      'verify',
    ])) as webcrypto.CryptoKeyPair;
    const made = await Pkcs10CertificateRequestGenerator.create({ name: 'CN=jane', keys, signingAlgorithm: algorithm });
    const request = readCertificateRequest(btoa(made.toString('pem')));
    if (typeof request === 'string') throw new Error(request);
    expect(signatureProblem(request)).toBeUndefined();
    const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const publicKeyInfo = other.publicKey.export({ type: 'spki', format: 'der' });
    expect(signatureProblem({ ...request, publicKeyInfo })).toMatch(/failure$/);
    expect(signatureProblem({ ...request, publicKeyInfo: Uint8Array.of(1) })).toMatch(/failure$/);
    expect(signatureProblem({ ...request, signatureAlgorithm: '1.2.3' })).toMatch(/algorithm unimplemented$/);
  });
});
