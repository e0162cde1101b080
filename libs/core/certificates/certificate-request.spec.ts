import { readCertificateRequest, readPem, toBase64, toPem } from './index';

/** Made by OpenSSL: `-subj "/O=system:nodes/O=ops/CN=system:node:a"` with an alternative name of each kind. */
const FULL =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlJQlZ6Q0Ivd0lCQURBOU1SVXdFd1lEVlFRS0RBeHplWE4wWlcw' +
  'NmJtOWtaWE14RERBS0JnTlZCQW9NQTI5dwpjekVXTUJRR0ExVUVBd3dOYzNsemRHVnRPbTV2WkdVNllUQlpNQk1HQnlxR1NNNDlB' +
  'Z0VHQ0NxR1NNNDlBd0VICkEwSUFCSUxnbGVHd21jYkJtWElqbW94V1FnR2RLdCtyMmpKUGtzeU9MS0JsaXQ2V1dCSHFsUjNiUUQw' +
  'Z3QvY1cKeVV0ZDB2OFc4UXBLdFdUcFplUkJYZ1d1b3hDZ1lEQmVCZ2txaGtpRzl3MEJDUTR4VVRCUE1FMEdBMVVkRVFSRwpNRVND' +
  'RFdFdVpYaGhiWEJzWlM1amIyMkhCQW9BQUFHSEVBQUFBQUFBQUFBQUFBQUFBQUFBQUFHQkRXRkFaWGhoCmJYQnNaUzVqYjIyR0RI' +
  'TndhV1ptWlRvdkwzZ3ZlVEFLQmdncWhrak9QUVFEQWdOSEFEQkVBaUFURitYZXJ1RzYKWVFuVkYwK244ellCRWc3Z0FMcWdQeEFK' +
  'Tm01a0VWOU5kd0lnSnhZRmt0K21obEVSOWFsUnVweDF2T2VBb1hxMgorM3Vqa2t2UTF0L3R0TU09Ci0tLS0tRU5EIENFUlRJRklD' +
  'QVRFIFJFUVVFU1QtLS0tLQo=';
/** The same key, `-subj "/CN=jane/O=dev"`. */
const PLAIN =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWE1IOENBUUF3SFRFTk1Bc0dBMVVFQXd3RWFtRnVaVEVNTUFv' +
  'R0ExVUVDZ3dEWkdWMk1Ga3dFd1lIS29aSQp6ajBDQVFZSUtvWkl6ajBEQVFjRFFnQUVndUNWNGJDWnhzR1pjaU9hakZaQ0FaMHEz' +
  'NnZhTWsrU3pJNHNvR1dLCjNwWllFZXFWSGR0QVBTQzM5eGJKUzEzUy94YnhDa3ExWk9sbDVFRmVCYTZqRUtBQU1Bb0dDQ3FHU000' +
  'OUJBTUMKQTBnQU1FVUNJUUQ5U2VEOTQvajVIUEJVMTMwYTZDVktTTG1ZZkRkUU9kWS9LenVWbk4xZTlnSWdGbmh6cWhqRQpBOGlo' +
  'Sk5NWENmTnJ3VmlhNmtWSld4TXdReGNyajJUdWw3Yz0KLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==';

const read = (base64: string) => {
  const request = readCertificateRequest(base64);
  if (typeof request === 'string') throw new Error(request);
  return request;
};

test('a request says for whom and under which names', () => {
  const { subject, dnsNames, emailAddresses, uris, ipAddresses, signatureAlgorithm } = read(FULL);
  expect(subject).toEqual({ commonName: 'system:node:a', organizations: ['system:nodes', 'ops'] });
  expect({ dnsNames, emailAddresses, uris }).toEqual({
    dnsNames: ['a.example.com'],
    emailAddresses: ['a@example.com'],
    uris: ['spiffe://x/y'],
  });
  expect(ipAddresses.map((address) => [...address])).toEqual([
    [10, 0, 0, 1],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
  ]);
  expect(signatureAlgorithm).toBe('1.2.840.10045.4.3.2');
});

test('a request without names has none', () => {
  const { subject, dnsNames, publicKeyInfo } = read(PLAIN);
  expect(subject).toEqual({ commonName: 'jane', organizations: ['dev'] });
  expect(dnsNames).toEqual([]);
  expect(publicKeyInfo).toEqual(read(FULL).publicKeyInfo);
});

const der = readPem(atob(PLAIN))[0]!.bytes;
const changed = (change: (bytes: Uint8Array) => Uint8Array): string =>
  btoa(toPem('CERTIFICATE REQUEST', change(Uint8Array.from(der))));

test.each<[string, string, RegExp]>([
  ['nothing', '', /^PEM block type must be CERTIFICATE REQUEST$/],
  ['no base64', '%', /^PEM block type must be CERTIFICATE REQUEST$/],
  ['another block', btoa(toPem('CERTIFICATE', der)), /^PEM block type must be CERTIFICATE REQUEST$/],
  ['a request that is cut off', changed((bytes) => bytes.subarray(0, 90)), /^asn1: syntax error: data truncated$/],
  ['bytes behind it', changed((bytes) => Uint8Array.from([...bytes, 0])), /^asn1: trailing data$/],
  ['another structure', btoa(toPem('CERTIFICATE REQUEST', Uint8Array.of(0x30, 0))), /^asn1: structure error/],
  [
    'more bytes than a request has',
    btoa(toPem('CERTIFICATE REQUEST', new Uint8Array(32 * 1024 + 1))),
    /^asn1: structure error: more than 32768 bytes$/,
  ],
  [
    'a length in more bytes than DER allows',
    changed((bytes) => Uint8Array.of(0x30, 0x82, 0, ...bytes.subarray(2))),
    /^asn1: the encoding is not in DER$/,
  ],
  [
    'a signature that is not of whole bytes',
    changed((bytes) => bytes.map((byte, at) => (at === bytes.length - 72 ? 1 : byte))),
    /^asn1: the encoding is not in DER$/,
  ],
])('%s is no request', (_name, base64, want) => {
  expect(readCertificateRequest(base64)).toMatch(want);
});

test('whichever byte is changed, reading ends with a request or a text', () => {
  const full = readPem(atob(FULL))[0]!.bytes;
  for (let at = 0; at < full.length; at += 3) {
    for (const value of [0, 0x1f, 0x80, 0xff]) {
      const bytes = Uint8Array.from(full);
      bytes[at] = value;
      const outcome = readCertificateRequest(btoa(toPem('CERTIFICATE REQUEST', bytes)));
      expect(['string', 'object']).toContain(typeof outcome);
    }
  }
});

test('PEM is found between other lines, and is written as it was', () => {
  const text = atob(PLAIN);
  expect(toPem('CERTIFICATE REQUEST', der)).toBe(text);
  const blocks = readPem(`Certificate:\n  Data\n${text}\nnothing\n${toPem('X', Uint8Array.of(1, 2))}`);
  expect(blocks.map(({ label }) => label)).toEqual(['CERTIFICATE REQUEST', 'X']);
  expect(toBase64(blocks[1]!.bytes)).toBe('AQI=');
});
