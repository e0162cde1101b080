import { convert, kindByGvk, renderFieldError, type KubeObject } from '../../index';

const V1BETA1 = 'certificates.k8s.io/v1beta1';
const V1 = 'certificates.k8s.io/v1';
const KIND = kindByGvk(V1, 'CertificateSigningRequest')!;
const inPem = (der: string): string =>
  btoa(`-----BEGIN CERTIFICATE REQUEST-----\n${der}\n-----END CERTIFICATE REQUEST-----\n`);
/** For `/O=system:nodes/CN=system:node:a`. */
const NODE = inPem(
  'MIHqMIGRAgEAMC8xFTATBgNVBAoMDHN5c3RlbTpub2RlczEWMBQGA1UEAwwNc3lzdGVtOm5vZGU6YTBZMBMGByqGSM49AgEGCCqG' +
    'SM49AwEHA0IABILgleGwmcbBmXIjmoxWQgGdKt+r2jJPksyOLKBlit6WWBHqlR3bQD0gt/cWyUtd0v8W8QpKtWTpZeRBXgWuoxCg' +
    'ADAKBggqhkjOPQQDAgNIADBFAiA5jJPJP+wLZPaS/KBWR88yRojNbsYDK81HRMYfoRyL8AIhAL1jq8IpCpKyzshSMc8AgFdJuIKs' +
    'jB7S7vbERstMhRrh',
);
const LEGACY = 'kubernetes.io/legacy-unknown';
const CLIENT = ['digital signature', 'key encipherment', 'client auth'];
const body = (spec: unknown, status?: unknown, apiVersion = V1BETA1): KubeObject =>
  ({ apiVersion, kind: KIND.kind, metadata: { name: 'a' }, spec, status }) as unknown as KubeObject; // What a client sends.
const stored = (spec: unknown, status?: unknown): KubeObject => convert(body(spec, status), V1);

test.each<[string, object, string]>([
  ['a kubelet', { request: NODE, usages: CLIENT }, 'kubernetes.io/kube-apiserver-client-kubelet'],
  ['a kubelet with other usages', { request: NODE, usages: ['any'] }, LEGACY],
  ['a kubelet that says none', { request: NODE }, LEGACY],
  ['what cannot be read', { request: 'x' }, LEGACY],
  ['one that names its signer', { request: NODE, signerName: 'a.b/c' }, 'a.b/c'],
])('the signer of %s', (_what, spec, signerName) => {
  expect(stored(spec).spec).toMatchObject({ signerName });
});

test('usages and statuses of conditions are filled, of v1beta1 alone', () => {
  const status = { conditions: [{ type: 'Approved' }, { type: 'A', status: 'False' }, 3] };
  expect(stored({}, status)).toMatchObject({
    spec: { usages: ['digital signature', 'key encipherment'] },
    status: { conditions: [{ type: 'Approved', status: 'True' }, { type: 'A', status: 'False' }, 3] },
  });
  expect(convert(body({}, status, V1), V1BETA1)).toEqual({ ...body({}, status, V1), apiVersion: V1BETA1 });
});

test.each([[null], ['x'], [{ request: 3, usages: 'x' }]])('a spec that is %j is left to decoding', (spec) => {
  expect(() => stored(spec, spec)).not.toThrow();
});

const wrong = { request: NODE, usages: ['x', 'x'], signerName: LEGACY };
const conditions = [
  { type: '', status: 'True' },
  { type: '', status: 'True' },
];

test.each<[string, string, boolean, RegExp[]]>([
  ['v1beta1 takes it', V1BETA1, false, []],
  ['v1 takes it from what is stored', V1, true, []],
  [
    'v1 refuses it',
    V1,
    false,
    [/usages\[0\]: Uns/, /usages\[1\]: Uns/, /usages\[1\]: Dup/, /legacy/, /\[0\].type: Req/, /\[1\].type: Req/, /Dup/],
  ],
])('older faults: %s', (_what, version, isStored, want) => {
  const object = body(wrong, { conditions, certificate: 'x' }, V1);
  const found = isStored ? KIND.validateUpdate!(object, object, version) : KIND.validate!(object, version);
  const errors = found.filter(({ field }) => field !== 'status.certificate').map(renderFieldError);
  expect(errors).toEqual(want.map((text) => expect.stringMatching(text) as string));
});
