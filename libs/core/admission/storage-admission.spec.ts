import {
  ApiError,
  kindByGvk,
  type IngressClass,
  type KubeObject,
  type ServiceCIDR,
  type StorageClass,
} from '@orrery/api-types';
import { V1_20_ADMISSION_SETTINGS, type AdmissionRequest } from './index';
import { bothPhases } from './testing/both-phases';

const metadata = (name: string, more: object = {}) => ({
  name,
  uid: 'u',
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
  ...more,
});
const admit = bothPhases();

function outcome(object: KubeObject, lookup: Partial<AdmissionRequest['lookup']> = {}, oldObject?: KubeObject) {
  return admit(request(object, lookup, oldObject));
}

function request(
  object: KubeObject,
  lookup: Partial<AdmissionRequest['lookup']>,
  oldObject?: KubeObject,
): AdmissionRequest {
  return {
    operation: oldObject ? 'UPDATE' : 'CREATE',
    kind: kindByGvk(object.apiVersion, object.kind)!,
    object,
    ...(oldObject ? { oldObject } : {}),
    user: { name: 'u', groups: [] },
    lookup: {
      namespace: (name) => ({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: metadata(name),
        status: { phase: 'Active' },
      }),
      priorityClass: () => undefined,
      priorityClasses: () => [],
      serviceAccount: () => undefined,
      runtimeClass: () => undefined,
      storageClasses: () => [],
      ingressClasses: () => [],
      services: () => [],
      serviceCidrs: () => [],
      node: () => undefined,
      limitRanges: () => [],
      isAllowed: () => true,
      isAllowedForPod: () => true,
      podSecurityPolicies: () => [],
      ...lookup,
    },
  };
}

const storageClass = (name: string, annotations: Record<string, string>, creationTimestamp: string): StorageClass => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: metadata(name, { annotations, creationTimestamp }),
  provisioner: 'p',
});
const IS_DEFAULT = { 'storageclass.kubernetes.io/is-default-class': 'true' };
const OLD = storageClass('old', IS_DEFAULT, '2026-01-01T00:00:00Z');
const NEW = storageClass('new', IS_DEFAULT, '2026-02-01T00:00:00Z');
const PLAIN = storageClass('plain', {}, '2026-03-01T00:00:00Z');
const claim = (spec: object, annotations?: Record<string, string>): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: metadata('c', { namespace: 'default', ...(annotations ? { annotations } : {}) }),
  spec,
});

test.each<[string, KubeObject, StorageClass[], string | undefined]>([
  ['the newest default', claim({}), [OLD, NEW, PLAIN], 'new'],
  ['no default', claim({}), [PLAIN], undefined],
  ['a request for no class', claim({ storageClassName: '' }), [OLD], ''],
  ['a class of its own', claim({ storageClassName: 'plain' }), [OLD], 'plain'],
  ['a class by annotation', claim({}, { 'volume.beta.kubernetes.io/storage-class': 'x' }), [OLD], undefined],
])('a claim with %s', (_name, object, classes, want) => {
  const admitted = outcome(object, { storageClasses: () => classes }) as KubeObject;
  expect((admitted.spec as { storageClassName?: string }).storageClassName).toBe(want);
  expect(admitted.metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
});

describe('the class of an Ingress', () => {
  const ingressClass = (name: string, creationTimestamp: string, isDefault = 'true'): IngressClass => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IngressClass',
    metadata: metadata(name, {
      creationTimestamp,
      annotations: { 'ingressclass.kubernetes.io/is-default-class': isDefault },
    }),
  });
  const ingress = (spec: object, annotations?: Record<string, string>): KubeObject => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: metadata('i', { namespace: 'default', ...(annotations && { annotations }) }),
    spec,
  });
  const [early, late] = [ingressClass('early', '2026-01-01T00:00:00Z'), ingressClass('late', '2026-02-01T00:00:00Z')];
  const plain = ingressClass('plain', '2026-03-01T00:00:00Z', 'false');
  const twin = ingressClass('alike', '2026-02-01T00:00:00Z');

  test.each<[string, KubeObject, IngressClass[], string | undefined]>([
    ['the default', ingress({}), [plain, early], 'early'],
    ['the newest default', ingress({}), [early, late, plain], 'late'],
    ['the lower name of equally new ones', ingress({}), [late, twin, early], 'alike'],
    ['none without a default', ingress({}), [plain], undefined],
    ['its own', ingress({ ingressClassName: 'own' }), [early], 'own'],
    ['one by annotation', ingress({}, { 'kubernetes.io/ingress.class': 'x' }), [early], undefined],
  ])('is %s', (_name, object, classes, want) => {
    const admitted = outcome(object, { ingressClasses: () => classes }) as KubeObject;
    expect((admitted.spec as { ingressClassName?: string }).ingressClassName).toBe(want);
  });

  test('is refused in 1.20 where there are several defaults, and not looked for in a change', () => {
    const of120 = bothPhases(V1_20_ADMISSION_SETTINGS);
    const refused = of120(request(ingress({}), { ingressClasses: () => [early, late] })) as ApiError;
    expect([refused.code, refused.message]).toEqual([
      403,
      'ingresses.networking.k8s.io "i" is forbidden: Internal error occurred: 2 default IngressClasses were found, only 1 allowed',
    ]);
    expect(of120(request(ingress({}), { ingressClasses: () => [late] }))).toMatchObject({
      spec: { ingressClassName: 'late' },
    });
    const changed = outcome(ingress({}), { ingressClasses: () => [late] }, ingress({})) as KubeObject;
    expect(changed.spec).toEqual({});
  });
});

const service = (spec: object, name = 's'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata(name, { namespace: 'default' }),
  spec,
});
const addressOf = (answer: KubeObject | ApiError): unknown =>
  answer instanceof ApiError ? answer.message : (answer.spec as { clusterIP?: string }).clusterIP;

describe('the address of a service', () => {
  test('is in the range and the same for the same name', () => {
    const address = String(addressOf(outcome(service({}))));
    const [a, b] = address.split('.').map(Number) as [number, number];
    expect(a).toBe(10);
    expect(b).toBeGreaterThanOrEqual(96);
    expect(b).toBeLessThanOrEqual(111);
    expect(addressOf(outcome(service({})))).toBe(address);
    expect(addressOf(outcome(service({}, 'other')))).not.toBe(address);
  });

  test('is the next one where the first is taken', () => {
    const first = addressOf(outcome(service({})));
    const taken = service({ clusterIP: first }, 'holder');
    expect(addressOf(outcome(service({}), { services: () => [taken] }))).not.toBe(first);
  });

  test.each([
    [{ clusterIP: 'None' }, 'None'],
    [{ type: 'ExternalName', externalName: 'a.b' }, undefined],
    [{ clusterIP: '10.96.0.10' }, '10.96.0.10'],
    [
      { clusterIP: '10.96.0.53' },
      'Service "s" is invalid: spec.clusterIPs: Invalid value: ["10.96.0.53"]: failed to allocate IP 10.96.0.53: provided IP is already allocated',
    ],
    [
      { clusterIP: '192.168.0.1' },
      'Service "s" is invalid: spec.clusterIPs: Invalid value: ["192.168.0.1"]: failed to allocate IP 192.168.0.1: the provided IP (192.168.0.1) is not in the valid range. The range of valid IPs is 10.96.0.0/12',
    ],
  ])('asked as %j', (spec, want) => {
    const holder = service({ clusterIP: '10.96.0.53' }, 'holder');
    expect(addressOf(outcome(service(spec), { services: () => [holder] }))).toBe(want);
  });

  const network = (name: string, cidr: string, more: object = {}) =>
    // Of a ServiceCIDR, these parts are looked at.
    ({ metadata: metadata(name, more), spec: { cidrs: [cidr] } }) as unknown as ServiceCIDR;

  test.each<[string, ServiceCIDR[], string[], string]>([
    ['a network of its own', [network('a', '10.0.0.0/30')], [], '^10[.]0[.]0[.][12]$'],
    ['what is left of it', [network('a', '10.0.0.0/30')], ['10.0.0.1'], '^10[.]0[.]0[.]2$'],
    [
      'another one where that is full',
      [network('a', '10.0.0.0/30'), network('b', '10.1.0.0/30')],
      ['10.0.0.1', '10.0.0.2'],
      '^10[.]1[.]0[.][12]$',
    ],
    [
      'no network that goes',
      [network('a', '10.0.0.0/30', { deletionTimestamp: '2026-01-01T00:00:00Z' }), network('b', '10.1.0.0/30')],
      [],
      '^10[.]1[.]0[.][12]$',
    ],
    ['no network of IPv6', [network('a', '2001:db8::/64'), network('b', '10.1.0.0/30')], [], '^10[.]1[.]0[.][12]$'],
    ['nothing where all are full', [network('a', '10.0.0.0/31')], [], 'failed to allocate a serviceIP: range is full'],
  ])('is taken from %s', (_name, cidrs, taken, want) => {
    const services = (): KubeObject[] => taken.map((clusterIP) => service({ clusterIP }, clusterIP));
    expect(addressOf(outcome(service({}), { services, serviceCidrs: () => cidrs }))).toMatch(new RegExp(want));
  });

  test('may be asked for in any network', () => {
    const serviceCidrs = (): ServiceCIDR[] => [network('a', '10.0.0.0/24'), network('b', '10.1.0.0/24')];
    expect(addressOf(outcome(service({ clusterIP: '10.1.0.7' }), { serviceCidrs }))).toBe('10.1.0.7');
    expect(addressOf(outcome(service({ clusterIP: '10.2.0.7' }), { serviceCidrs }))).toMatch(
      /10.0.0.0\/24, 10.1.0.0\/24$/,
    );
    expect(addressOf(outcome(service({ clusterIP: '10.1.0.255' }), { serviceCidrs }))).toMatch(
      /not in the valid range/,
    );
  });

  test('stays when an update leaves it out', () => {
    const old = service({ clusterIP: '10.96.1.1' });
    expect(addressOf(outcome(service({}), {}, old))).toBe('10.96.1.1');
  });
});
