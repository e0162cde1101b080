import { toPem } from '@orrery/certificates';
import {
  kindByGvk,
  prepareForUpdate,
  renderFieldError,
  validateCreate,
  withConditionTimes,
  withRequester,
  type KubeObject,
} from '../../index';

const KIND = kindByGvk('certificates.k8s.io/v1', 'CertificateSigningRequest')!;
const metadata = { name: 'jane', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
/** A request of OpenSSL for `/O=dev/CN=jane`, in DER and base64. */
const JANE =
  'MIHXMH8CAQAwHTEMMAoGA1UECgwDZGV2MQ0wCwYDVQQDDARqYW5lMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEguCV4bCZxsGZ' +
  'ciOajFZCAZ0q36vaMk+SzI4soGWK3pZYEeqVHdtAPSC39xbJS13S/xbxCkq1ZOll5EFeBa6jEKAAMAoGCCqGSM49BAMCA0gAMEUC' +
  'IQD/F7q0geiRtbD2l1WVA6VfvWtHaXsyX5xU8UvYTXkVHAIgLCEQiiT4GMTZLN6entn9qlO5LJd23OHFfTBHqmgRV7I=';
const spec = {
  request: btoa(`-----BEGIN CERTIFICATE REQUEST-----\n${JANE}\n-----END CERTIFICATE REQUEST-----\n`),
  signerName: 'kubernetes.io/kube-apiserver-client',
  usages: ['client auth'],
};
const csr = (more: object = {}, status: object = {}): KubeObject =>
  ({
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata,
    spec: { ...spec, ...more },
    status,
  }) as KubeObject;
const approved = { type: 'Approved', status: 'True', reason: 'R', message: 'm' };

test.each<[string, object, RegExp[]]>([
  ['what is needed', {}, []],
  ['a signer of its own', { signerName: 'example.com/a.b' }, []],
  ['no request', { request: '' }, [/^spec.request: Invalid value: null: PEM block type must be CERTIFICATE REQUEST$/]],
  ['no usages', { usages: [] }, [/^spec.usages: Required value$/]],
  ['a usage that is none', { usages: ['x'] }, [/^spec.usages\[0\]: Unsupported value: "x": supported values: "any", /]],
  ['a usage twice', { usages: ['any', 'any'] }, [/^spec.usages\[1\]: Duplicate value: "any"$/]],
  ['no signer', { signerName: '' }, [/^spec.signerName: Required value$/]],
  [
    'a signer without a path',
    { signerName: 'example.com' },
    [/^spec.signerName: Invalid value: "example.com": must be/],
  ],
  ['a signer without a domain', { signerName: 'a/b' }, [/^spec.signerName: Invalid value: "a": should be a domain/]],
  [
    'a signer with a bad path',
    { signerName: 'a.b/C' },
    [/^spec.signerName: Invalid value: "C": validating label "C":/],
  ],
  [
    'the signer of before',
    { signerName: 'kubernetes.io/legacy-unknown' },
    [/^spec.signerName: Invalid value: .* the legacy signerName is not allowed via this API version$/],
  ],
  ['a short life', { expirationSeconds: 599 }, [/^spec.expirationSeconds: Invalid value: 599: may not specify a dura/]],
])('a request with %s', (_name, more, want) => {
  const found = validateCreate(KIND, csr(more)).map(renderFieldError);
  expect(found).toEqual(want.map((text) => expect.stringMatching(text) as string));
});

const certificate = btoa(toPem('CERTIFICATE', Uint8Array.of(0x30, 0)));
const issued = { certificate: btoa('x') };

test.each<[string, string | undefined, object, object, RegExp[]]>([
  ['approves', 'approval', {}, { conditions: [approved] }, []],
  ['changes nothing but labels', undefined, {}, { conditions: [approved] }, []],
  [
    'approves twice',
    'approval',
    {},
    { conditions: [approved, approved] },
    [/status.conditions\[1\].type: Duplicate value: "Approved"/],
  ],
  [
    'approves and denies',
    'approval',
    { conditions: [approved] },
    { conditions: [approved, { ...approved, type: 'Denied' }] },
    [/status.conditions\[1\].type: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive/],
  ],
  [
    'takes an approval back',
    'approval',
    { conditions: [approved] },
    { conditions: [] },
    [/status.conditions: Forbidden: updates may not remove a condition of type "Approved"/],
  ],
  [
    'approves by half',
    'approval',
    {},
    { conditions: [{ ...approved, status: 'False' }] },
    [/status.conditions\[0\].status: Unsupported value: "False": supported values: "True"/],
  ],
  [
    'approves through the status',
    'status',
    {},
    { conditions: [approved] },
    [/status.conditions: Forbidden: updates may not add a condition of type "Approved"/],
  ],
  [
    'changes an approval through the status, which is ignored',
    'status',
    { conditions: [approved] },
    { conditions: [{ ...approved, reason: 'other' }] },
    [],
  ],
  ['writes a certificate that is none', 'status', {}, { certificate }, [/"<certificate data>": x509: malformed/]],
  ['writes no PEM', 'status', {}, issued, [/"<certificate data>": must contain at least one CERTIFICATE PEM block/]],
  [
    'writes another certificate',
    'status',
    issued,
    { certificate: btoa(toPem('KEY', Uint8Array.of(1))) },
    [/only CERTIFICATE PEM blocks are allowed, found "KEY"/, /updates may not modify existing certificate content/],
  ],
  ['writes a certificate through the approval, which is ignored', 'approval', {}, issued, []],
])('an update that %s', (_name, subresource, before, after, want) => {
  const next = { ...csr({ usages: ['any'] }, after), metadata: { ...metadata, labels: { a: 'b' } } };
  const verdict = prepareForUpdate(KIND, csr({}, before), next, subresource === undefined ? {} : { subresource });
  const message = verdict.ok ? '' : verdict.error.message;
  for (const text of want) expect(message).toMatch(text);
  expect(message === '').toBe(want.length === 0);
  // What was asked for stays.
  expect(verdict.ok ? verdict.object.spec : csr().spec).toEqual(csr().spec);
});

test('who asks is who the server knows', () => {
  const forged = csr({ username: 'root', groups: ['system:masters'], uid: 'r', extra: { a: ['b'] } });
  expect(withRequester(forged, { name: 'jane', groups: ['dev'] }).spec).toEqual({
    ...spec,
    username: 'jane',
    groups: ['dev'],
  });
  const extra = { key: ['value'] };
  expect(withRequester(csr(), { name: 'bot', groups: [], uid: 'b', extra }).spec).toMatchObject({ uid: 'b', extra });
});

test('conditions get the times that are left out', () => {
  const [then, now] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
  const old = csr({}, { conditions: [{ ...approved, lastUpdateTime: then, lastTransitionTime: then }] });
  const failed = { ...approved, type: 'Failed', lastUpdateTime: then };
  expect(withConditionTimes(csr({}, { conditions: [approved, failed] }), old, now).status).toEqual({
    conditions: [
      { ...approved, lastUpdateTime: now, lastTransitionTime: then },
      { ...failed, lastUpdateTime: then, lastTransitionTime: now },
    ],
  });
});
