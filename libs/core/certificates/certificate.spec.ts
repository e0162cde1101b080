import { certificateToSign, nameInDer, NO_ALTERNATIVE_NAMES, readCertificate, signedCertificate } from './index';
import { extendedKeyUsage, keyUsageBits } from './key-usages';
import { inDer } from './schemas';

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
/** SubjectPublicKeyInfo of Ed25519 (RFC 8410), with a key of zeros. */
const PUBLIC_KEY = Uint8Array.from([0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0, ...new Uint8Array(32)]);
const NAME = nameInDer({ commonName: 'jane', organizations: ['dev'] });
const CONTENT = {
  serial: Uint8Array.of(1),
  issuer: NAME,
  subject: NAME,
  notBeforeMs: 0,
  notAfterMs: 0,
  publicKeyInfo: PUBLIC_KEY,
  isAuthority: false,
  usages: ['client auth'],
  names: NO_ALTERNATIVE_NAMES,
};

test.each<[number[], string]>([
  [[0], '020100'],
  [[0, 0, 127], '02017f'],
  [[128], '02020080'],
  [[1, 0], '02020100'],
])('the serial number %j', (bytes, want) => {
  const version3 = 'a003020102';
  expect(hex(certificateToSign({ ...CONTENT, serial: Uint8Array.from(bytes) }))).toContain(version3 + want);
});

test.each<[number, string]>([
  [Date.UTC(2026, 0, 2, 3, 4, 5), '\x17\x0d260102030405Z'],
  [Date.UTC(1950, 0, 1), '\x17\x0d500101000000Z'],
  [Date.UTC(2050, 0, 1), '\x18\x0f20500101000000Z'],
  [Date.UTC(9999, 11, 31, 23, 59, 59), '\x18\x0f99991231235959Z'],
])('the time %s', (atMs, want) => {
  const toSign = certificateToSign({ ...CONTENT, notAfterMs: atMs });
  expect(String.fromCharCode(...toSign)).toContain(want);
  expect(readCertificate(signedCertificate(toSign, Uint8Array.of(1)))).toEqual({
    subject: { commonName: 'jane', organizations: ['dev'] },
    notBeforeMs: 0,
    notAfterMs: atMs,
    extendedKeyUsages: ['1.3.6.1.5.5.7.3.2'],
  });
});

test.each<[string[], string]>([
  [['signing', 'digital signature'], '03020780'],
  [['digital signature', 'key encipherment'], '030205a0'],
  [['cert sign', 'crl sign', 'client auth'], '03020106'],
  [['decipher only'], '0303070080'],
])('the key usages %j', (usages, want) => {
  expect(hex(inDer(keyUsageBits(usages)))).toBe(want);
});

test.each<[string[], string]>([
  [['any'], '30060604551d2500'],
  [['email protection', 's/mime', 'signing'], '300a06082b06010505070304'],
  [['netscape sgc'], '300b06096086480186f8420401'],
])('the extended key usages %j', (usages, want) => {
  expect(hex(inDer(extendedKeyUsage(usages)))).toBe(want);
});

test('words of one kind only make no extension of the other', () => {
  expect(keyUsageBits(['client auth'])).toBeUndefined();
  expect(extendedKeyUsage(['signing'])).toBeUndefined();
});

const certificate = signedCertificate(certificateToSign(CONTENT), Uint8Array.of(1));

test.each<[string, Uint8Array]>([
  ['nothing', Uint8Array.of()],
  ['a name', NAME],
  ['bytes behind a certificate', Uint8Array.of(...certificate, 0)],
  ['a certificate that is cut off', certificate.subarray(0, -1)],
  ['a certificate without a version', signedWithoutVersion()],
])('%s is no certificate that is read', (_name, bytes) => {
  expect(readCertificate(certificate)).toBeDefined();
  expect(readCertificate(bytes)).toBeUndefined();
});

/** A certificate of version 1 has no version: it is the default. */
function signedWithoutVersion(): Uint8Array {
  const toSign = certificateToSign(CONTENT);
  const [header, version] = [toSign[1]! < 0x80 ? 2 : 3, 5];
  const rest = toSign.subarray(header + version);
  return signedCertificate(Uint8Array.of(0x30, 0x81, rest.length, ...rest), Uint8Array.of(1));
}
