import type { KubeObject } from '@orrery/api-types';
import { isMirrored, planMirror, type NamedMirroredSlice } from './mirror-slices';

const endpoints = (subsets: unknown, metadata: object = {}): KubeObject =>
  ({
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'db', namespace: 'ns', ...metadata },
    subsets,
  }) as unknown as KubeObject;
const service = (spec: object = {}): KubeObject =>
  ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'db', namespace: 'ns' }, spec }) as unknown as KubeObject;

test.each([
  ['of a service without a selector', endpoints([]), service(), true],
  ['of a service with an empty selector', endpoints([]), service({ selector: {} }), true],
  ['of a service that selects pods', endpoints([]), service({ selector: { a: 'b' } }), false],
  ['of no service', endpoints([]), undefined, false],
  [
    'that are not to be mirrored',
    endpoints([], { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } }),
    service(),
    false,
  ],
  [
    'that elect a leader',
    endpoints([], { annotations: { 'control-plane.alpha.kubernetes.io/leader': '{}' } }),
    service(),
    false,
  ],
])('Endpoints %s', (_name, object, owner, expected) => expect(isMirrored(object, owner)).toBe(expected));

const LABELS = {
  app: 'db',
  'kubernetes.io/service-name': 'db',
  'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
};
const source = endpoints(
  [
    {
      addresses: [{ ip: '10.0.0.1', nodeName: 'n1', hostname: 'a' }, { ip: 'fd00::1' }],
      notReadyAddresses: [{ ip: '10.0.0.2' }],
      ports: [{ port: 5432, protocol: 'TCP' }],
    },
  ],
  {
    labels: { app: 'db' },
    annotations: { note: 'x', 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
  },
);
const ports = [{ name: '', port: 5432, protocol: 'TCP' }];
const ipv4 = {
  addressType: 'IPv4' as const,
  ports,
  endpoints: [
    { addresses: ['10.0.0.1'] as const, conditions: { ready: true }, hostname: 'a', nodeName: 'n1' },
    { addresses: ['10.0.0.2'] as const, conditions: { ready: false } },
  ],
  labels: LABELS,
  annotations: { note: 'x' },
};
const ipv6 = {
  ...ipv4,
  addressType: 'IPv6' as const,
  endpoints: [{ addresses: ['fd00::1'] as const, conditions: { ready: true } }],
};

test('there is a slice for each family of addresses', () => {
  expect(planMirror(source, [])).toEqual({ creates: [ipv4, ipv6], updates: [], deletes: [] });
});

test('what is there stays, is changed under its name, or goes', () => {
  const existing: NamedMirroredSlice[] = [
    { ...ipv4, name: 'db-a', annotations: {} },
    { ...ipv6, name: 'db-b' },
    { ...ipv4, name: 'db-c', ports: [{ name: '', port: 80, protocol: 'TCP' }] },
  ];
  expect(planMirror(source, existing)).toEqual({
    creates: [],
    updates: [{ ...ipv4, name: 'db-a' }],
    deletes: ['db-c'],
  });
  expect(planMirror(undefined, existing).deletes).toEqual(['db-a', 'db-b', 'db-c']);
});

test('a subset beyond a thousand addresses is cut', () => {
  const addresses = Array.from({ length: 1100 }, (_, i) => ({ ip: `10.0.${i >> 8}.${i & 255}` }));
  expect(planMirror(endpoints([{ addresses }]), []).creates[0]!.endpoints).toHaveLength(1000);
});
