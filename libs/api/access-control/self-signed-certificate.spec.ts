import { createPrivateKey, X509Certificate } from 'node:crypto';
import { selfSignedCertificate } from './self-signed-certificate';

describe('a certificate of one’s own', () => {
  const nowMs = Date.parse('2026-11-22T05:00:00Z');
  let key: Buffer;
  let read: X509Certificate;
  beforeAll(async () => {
    const made = await selfSignedCertificate(['localhost', '127.0.0.1', '10.200.0.1', '::1'], nowMs);
    key = made.key;
    read = new X509Certificate(made.cert);
  });

  it('vouches for itself, for a year', () => {
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(read.ca).toBe(true);
    expect(read.subject).toBe('CN=orrery');
    expect(Date.parse(read.validFrom)).toBe(nowMs - 24 * 3600 * 1000);
    expect(Date.parse(read.validTo)).toBe(nowMs + 365 * 24 * 3600 * 1000);
  });

  it.each(['localhost', 'LOCALHOST'])('is for the name %s', (host) => {
    expect(read.checkHost(host)).toBeDefined();
    expect(read.checkHost('elsewhere')).toBeUndefined();
  });

  it.each(['127.0.0.1', '10.200.0.1', '::1'])('is for the address %s', (address) => {
    expect(read.checkIP(address)).toBe(address);
    expect(read.checkIP('127.0.0.2')).toBeUndefined();
  });
});
