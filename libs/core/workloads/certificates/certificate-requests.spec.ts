import type { CertificateSigningRequest } from '@orrery/api-types';
import { cleanedAtMs, decideOnRequest, type ApprovalRight } from './certificate-requests';

const CREATED = '2026-01-01T00:00:00Z';
const NOW_MS = Date.parse(CREATED);
const HOUR_MS = 3600_000;

/** A request of OpenSSL as `spec.request` holds it, from its DER in base64. */
const inPem = (der: string): string =>
  btoa(`-----BEGIN CERTIFICATE REQUEST-----\n${der}\n-----END CERTIFICATE REQUEST-----\n`);
/** Request for `/O=system:nodes/CN=system:node:a`. */
const NODE = inPem(
  'MIHqMIGRAgEAMC8xFTATBgNVBAoMDHN5c3RlbTpub2RlczEWMBQGA1UEAwwNc3lzdGVtOm5vZGU6YTBZMBMGByqGSM49AgEGCCqG' +
    'SM49AwEHA0IABILgleGwmcbBmXIjmoxWQgGdKt+r2jJPksyOLKBlit6WWBHqlR3bQD0gt/cWyUtd0v8W8QpKtWTpZeRBXgWuoxCg' +
    'ADAKBggqhkjOPQQDAgNIADBFAiA5jJPJP+wLZPaS/KBWR88yRojNbsYDK81HRMYfoRyL8AIhAL1jq8IpCpKyzshSMc8AgFdJuIKs' +
    'jB7S7vbERstMhRrh',
);
/** Request for `/O=dev/CN=jane`. */
const JANE = inPem(
  'MIHXMH8CAQAwHTEMMAoGA1UECgwDZGV2MQ0wCwYDVQQDDARqYW5lMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEguCV4bCZxsGZ' +
    'ciOajFZCAZ0q36vaMk+SzI4soGWK3pZYEeqVHdtAPSC39xbJS13S/xbxCkq1ZOll5EFeBa6jEKAAMAoGCCqGSM49BAMCA0gAMEUC' +
    'IQD/F7q0geiRtbD2l1WVA6VfvWtHaXsyX5xU8UvYTXkVHAIgLCEQiiT4GMTZLN6entn9qlO5LJd23OHFfTBHqmgRV7I=',
);
/** Request for `/O=system:nodes/CN=a`. */
const NAMELESS = inPem(
  'MIHfMIGFAgEAMCMxFTATBgNVBAoMDHN5c3RlbTpub2RlczEKMAgGA1UEAwwBYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABILg' +
    'leGwmcbBmXIjmoxWQgGdKt+r2jJPksyOLKBlit6WWBHqlR3bQD0gt/cWyUtd0v8W8QpKtWTpZeRBXgWuoxCgADAKBggqhkjOPQQD' +
    'AgNJADBGAiEAztFXrmqscfQh75QAQizhO7tsZqSwl0wKvvRd0T0yFJ8CIQDCBML6VmurUFD/R7VYpk7LSdBYZm1LY7UIlt6JLj+1' +
    'GA==',
);
const KUBELET = 'kubernetes.io/kube-apiserver-client-kubelet';
const CLIENT = 'kubernetes.io/kube-apiserver-client';
const client = ['digital signature', 'client auth'];
const condition = (type: string) => ({ type, status: 'True', lastUpdateTime: CREATED });

const csr = (spec: object, status: object = {}): CertificateSigningRequest =>
  ({
    metadata: { name: 'r', creationTimestamp: CREATED },
    spec: { request: NODE, signerName: KUBELET, usages: client, username: 'system:bootstrap:x', ...spec },
    status,
  }) as unknown as CertificateSigningRequest; // What is decided from, and no more.

test.each<[string, object, ApprovalRight[], string | undefined]>([
  ['a new kubelet with the right', {}, ['nodeclient'], 'Auto approving kubelet client certificate'],
  ['a kubelet for itself', { username: 'system:node:a' }, ['selfnodeclient'], 'Auto approving self kubelet client'],
  ['a kubelet for another one', { username: 'system:node:b' }, ['selfnodeclient'], undefined],
  ['a kubelet without the right', {}, [], undefined],
  ['a user', { request: JANE }, ['nodeclient', 'selfnodeclient'], undefined],
  ['another signer', { signerName: CLIENT }, ['nodeclient'], undefined],
  ['other usages', { usages: ['server auth'] }, ['nodeclient'], undefined],
])('%s is approved or waits', (_name, spec, rights, want) => {
  const decision = decideOnRequest(csr(spec), NOW_MS, (right) => rights.includes(right));
  if (want === undefined) expect(decision).toEqual({ action: 'none' });
  else
    expect(decision).toEqual({
      action: 'approve',
      message: `${want} certificate after SubjectAccessReview.`.replace('certificate certificate', 'certificate'),
    });
});

test.each<[string, object, string | undefined]>([
  ['a kubelet', {}, undefined],
  ['a user', { request: JANE, signerName: CLIENT }, undefined],
  [
    'a user with a usage too many',
    { signerName: CLIENT, usages: [...client, 'any'] },
    'invalid usage for client certificate: any',
  ],
  [
    'a user who does not ask for it',
    { signerName: CLIENT, usages: ['digital signature'] },
    'missing required usage for client certificate: client auth',
  ],
  ['a kubelet that is none', { request: JANE }, 'subject organization is not system:nodes'],
  ['a kubelet of another name', { request: NAMELESS }, 'subject common name does not begin with system:node:'],
  [
    'a kubelet with other usages',
    { usages: ['client auth'] },
    'usages did not match [client auth digital signature key encipherment]',
  ],
  [
    'a kubelet that serves nowhere',
    { signerName: 'kubernetes.io/kubelet-serving' },
    'DNS or IP subjectAltName is required',
  ],
])('an approved request of %s is signed or fails', (_name, spec, problem) => {
  const decision = decideOnRequest(csr(spec, { conditions: [condition('Approved')] }), NOW_MS, () => true);
  if (problem === undefined) expect(decision).toMatchObject({ action: 'sign', usages: client });
  else expect(decision).toEqual({ action: 'fail', message: problem });
});

test.each<[string, object, object]>([
  ['was denied', {}, { conditions: [condition('Denied')] }],
  ['failed', {}, { conditions: [condition('Approved'), condition('Failed')] }],
  ['was signed', {}, { conditions: [condition('Approved')], certificate: 'x' }],
  ['is for another signer', { signerName: 'a.b/c' }, { conditions: [condition('Approved')] }],
  ['cannot be read', { request: 'x' }, { conditions: [condition('Approved')] }],
])('nothing is done about a request that %s', (_name, spec, status) => {
  expect(decideOnRequest(csr(spec, status), NOW_MS, () => true)).toEqual({ action: 'none' });
});

test.each<[number | undefined, number]>([
  [undefined, 365 * 24 * HOUR_MS - 300_000],
  [1, 600_000],
  [3600, HOUR_MS],
  [8 * 3600, 8 * HOUR_MS - 300_000],
  [10 ** 9, 365 * 24 * HOUR_MS - 300_000],
])('a certificate for %s seconds ends after %d ms', (expirationSeconds, afterMs) => {
  const decision = decideOnRequest(
    csr({ expirationSeconds }, { conditions: [condition('Approved')] }),
    NOW_MS,
    () => false,
  );
  expect(decision).toMatchObject({ notBeforeMs: NOW_MS - 300_000, notAfterMs: NOW_MS + afterMs });
});

test.each<[string, object, number]>([
  ['waits', {}, 24 * HOUR_MS],
  ['was denied', { conditions: [condition('Denied')] }, HOUR_MS],
  ['failed', { conditions: [condition('Approved'), condition('Failed')] }, HOUR_MS],
  ['is approved and not signed', { conditions: [condition('Approved')] }, Infinity],
  ['was signed', { conditions: [condition('Approved')], certificate: btoa('x') }, HOUR_MS],
])('a request that %s is deleted', (_name, status, afterMs) => {
  expect(cleanedAtMs(csr({}, status))).toBe(NOW_MS + afterMs);
});
