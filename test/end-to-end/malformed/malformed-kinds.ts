import { DEFAULT_RELEASE, type KindInfo, kindsOfRelease } from '@orrery/api-types';
import { sampleOf } from '@orrery/builders';
import { positionsOf, valueAt, withValueAt, wrongTypeFor, type Path } from './mutations';
import { type Malformed, post } from './malformed-request';

/** Kinds by which users bring rules and code of their own, or by which other programs sign, admit and allocate. */
const KINDS: ReadonlySet<string> = new Set([
  'APIService',
  'CertificateSigningRequest',
  'CustomResourceDefinition',
  'DeviceClass',
  'FlowSchema',
  'IPAddress',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'MutatingWebhookConfiguration',
  'PriorityLevelConfiguration',
  'ResourceClaim',
  'ResourceClaimTemplate',
  'ResourceSlice',
  'ServiceCIDR',
  'Stage',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
]);
/** Fields that accept a value of any type, also a wrong one: its effect in an expression or a patch is not checked here. */
const ANY_VALUE: ReadonlySet<string> = new Set(['capacity.memory.value']);

/** Every position of an object of each of these kinds with a value of another type. */
export function wrongTypesOfKinds(): Malformed[] {
  return kindsOfRelease(DEFAULT_RELEASE)
    .filter(({ kind, served, verbs }) => KINDS.has(kind) && served && verbs.includes('create'))
    .flatMap((kind) => {
      const sample = sampleOf(kind);
      return positionsOf(sample)
        .filter(
          (position) =>
            !ANY_VALUE.has(
              position
                .filter((step) => typeof step === 'string')
                .slice(-3)
                .join('.'),
            ),
        )
        .map((position) => wrongType(kind, sample, position));
    });
}

function wrongType(kind: KindInfo, sample: object, position: Path): Malformed {
  const body = withValueAt(sample, position, wrongTypeFor(valueAt(sample, position)));
  return post(`${kind.kind} with a wrong type at ${position.join('.')}`, pathOf(kind), body, {
    // Stages come from files of another program, whose schema is checked by rules.
    codes: kind.kind === 'Stage' ? [400, 422] : [400],
  });
}

function pathOf({ storageApiVersion, namespaced, resource }: KindInfo): string {
  const root = storageApiVersion.includes('/') ? `/apis/${storageApiVersion}` : `/api/${storageApiVersion}`;
  return namespaced ? `${root}/namespaces/default/${resource}` : `${root}/${resource}`;
}

const TOKEN_REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews';
const ACCESS_REVIEWS = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const SIGNER = 'kubernetes.io/kube-apiserver-client';

/** Returns invalid reviews, and invalid requests for certificates. */
export function questions(): Malformed[] {
  const csr = (request: string): object => ({
    metadata: { name: 'garbage' },
    spec: { request: Buffer.from(request).toString('base64'), signerName: SIGNER, usages: ['client auth'] },
  });
  const pem = (body: string): string =>
    `-----BEGIN CERTIFICATE REQUEST-----\n${body}\n-----END CERTIFICATE REQUEST-----\n`;
  const deepDer = Buffer.concat([Buffer.alloc(3000, Buffer.from([0x30, 0x80])), Buffer.alloc(100)]).toString('base64');
  return [
    ...[{ spec: { token: 5 } }, { spec: [] }, { spec: { token: 'x', audiences: 'a' } }, []].map((body) =>
      post(`token review ${JSON.stringify(body)}`, TOKEN_REVIEWS, body, { codes: [400] }),
    ),
    post('token review of nothing', TOKEN_REVIEWS, { spec: {} }, { codes: [400, 422] }),
    ...[{ spec: {} }, { spec: { user: 'a' } }, { spec: { resourceAttributes: {} } }].map((body) =>
      post(`access review ${JSON.stringify(body)}`, ACCESS_REVIEWS, body, { codes: [422], field: 'spec' }),
    ),
    ...['', 'x', pem(''), pem('AAAA'), pem(deepDer), pem('!'.repeat(100)), pem('MIIB').repeat(3)].map((text) =>
      post(`request for a certificate ${JSON.stringify(text.slice(0, 60))}`, REQUESTS, csr(text), { codes: [422] }),
    ),
  ];
}

const BINARY = { 'content-type': 'application/vnd.kubernetes.protobuf' };
const PREFIX = Buffer.from([0x6b, 0x38, 0x73, 0]);

/** Messages that end too early, never end, or say that they are longer than they are; and compressed bodies, which are not read. */
export function brokenMessages(): Malformed[] {
  const field = (number: number, bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from([number * 8 + 2]), varint(bytes.length), bytes]);
  const envelope = (apiVersion: string, kind: string, raw: Buffer): Buffer => {
    const type = Buffer.concat([field(1, Buffer.from(apiVersion)), field(2, Buffer.from(kind))]);
    return Buffer.concat([PREFIX, field(1, type), field(2, raw)]);
  };
  let deep: Buffer = Buffer.alloc(0);
  for (let i = 0; i < 2000; i++) deep = field(1, deep);
  const name = field(1, field(1, Buffer.from('packed')));
  const whole = envelope('authentication.k8s.io/v1', 'TokenReview', name);
  const reviews = (text: string, body: Buffer): Malformed =>
    post(`message ${text}`, TOKEN_REVIEWS, body, { headers: BINARY, codes: [400, 422] });
  return [
    ...Array.from({ length: whole.length - 1 }, (_, i) => reviews(`cut off after ${i + 1}`, whole.subarray(0, i + 1))),
    reviews('2000 deep', envelope('authentication.k8s.io/v1', 'TokenReview', deep)),
    reviews('with an endless length', Buffer.concat([PREFIX, Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])])),
    reviews('with an endless number', Buffer.concat([PREFIX, Buffer.alloc(100, 0xff)])),
    reviews('of another kind', envelope('v1', 'Pod', name)),
    ...['gzip', 'deflate', 'br'].map((encoding): Malformed =>
      post(`a body in ${encoding}`, TOKEN_REVIEWS, Buffer.alloc(1000, 0x1f), {
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        codes: [400, 415],
      }),
    ),
  ];
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

/** Discovery in forms that there are not. */
export function discoveries(): Malformed[] {
  const accepts = [
    'text/html',
    'application/json;as=APIGroupDiscoveryList;g=apidiscovery.k8s.io;v=v9',
    `application/json;as=${'x'.repeat(5000)}`,
    ';'.repeat(1000),
    `${'application/x,'.repeat(500)}a`,
  ];
  const paths = ['/api', '/apis', '/apis/apps', '/apis/apps/v1', '/api/v1'];
  return paths.flatMap((path) =>
    accepts.map((accept): Malformed => ({
      name: `${path} as ${accept.slice(0, 80)}`,
      path,
      headers: { accept },
      codes: [406],
    })),
  );
}

const PROCESSED = '/apis/template.openshift.io/v1/namespaces/default/processedtemplates';

/** Templates that cannot be processed; for a cluster of the bundle `okd-legacy`. */
export function hostileTemplates(): Malformed[] {
  const template = (parameters: unknown, objects: unknown = []): object => ({
    metadata: { name: 'hostile' },
    parameters,
    objects,
  });
  const generated = (from: string): object => template([{ name: 'A', generate: 'expression', from }]);
  return [
    ...['[a-z]{1000000}', '[a-z]{0}', '[z-a]{3}', `${'[a]{255}'.repeat(20_000)}[`].map((from) =>
      post(`template from ${from.slice(0, 20)}`, PROCESSED, generated(from)),
    ),
    post(
      'template of a generator that there is not',
      PROCESSED,
      template([{ name: 'A', generate: 'magic', from: 'a' }]),
    ),
    post('template without a value that it needs', PROCESSED, template([{ name: 'A', required: true }])),
    post('template of parameters without names', PROCESSED, template([{ value: 'a' }])),
    ...['text', 5, { a: 1 }, ['a']].map((objects) =>
      post(`template of objects ${JSON.stringify(objects)}`, PROCESSED, template([], objects)),
    ),
    post('template of a parameter that is a list', PROCESSED, template([[]])),
    post('template of a number', PROCESSED, template([{ name: 'A', value: '1x' }], [{ kind: 'A', a: '${{A' }, 5])),
  ];
}
