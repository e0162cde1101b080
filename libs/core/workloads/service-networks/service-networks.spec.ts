import type { IPAddress, KubeObject, ServiceCIDR } from '@orrery/api-types';
import { addressOfService, changedServiceCidr, isAddressOf, SERVICE_CIDR_FINALIZER } from './service-networks';

const now = '2026-01-01T00:01:00Z';
const nowMs = Date.parse(now);
const ready = {
  type: 'Ready',
  status: 'True',
  lastTransitionTime: now,
  reason: '',
  message: 'Kubernetes Service CIDR is ready',
};
const terminating = {
  ...ready,
  status: 'False',
  reason: 'Terminating',
  message: 'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
};
const held = { finalizers: [SERVICE_CIDR_FINALIZER] };
const deleted = (secondsAgo: number): object => ({
  ...held,
  deletionTimestamp: new Date(nowMs - secondsAgo * 1000).toISOString(),
});

// Of the objects, these parts are looked at.
const cidr = (metadata: object, conditions: object[] = [], cidrs = ['10.0.0.0/24', '2001:db8::/64']): ServiceCIDR =>
  ({ metadata: { name: 'a', ...metadata }, spec: { cidrs }, status: { conditions } }) as unknown as ServiceCIDR;
const address = (name: string): IPAddress =>
  ({
    metadata: { name },
    spec: { parentRef: { resource: 'services', namespace: 'x', name: 'y' } },
  }) as unknown as IPAddress;

test.each<[string, ServiceCIDR, ServiceCIDR[], string[], [unknown, unknown] | undefined]>([
  ['is new', cidr({}), [], [], [[SERVICE_CIDR_FINALIZER], [ready]]],
  ['is as it should be', cidr(held, [ready]), [], ['10.0.0.1'], undefined],
  ['lost its finalizer', cidr({ finalizers: ['a/b'] }, [ready]), [], [], [['a/b', SERVICE_CIDR_FINALIZER], [ready]]],
  ['goes and is used', cidr(deleted(60), [ready]), [], ['10.0.0.1'], [[SERVICE_CIDR_FINALIZER], [terminating]]],
  ['goes, is used and says so', cidr(deleted(60), [terminating]), [], ['10.0.0.1'], undefined],
  ['goes and is not used', cidr(deleted(60), [terminating]), [], ['10.0.1.1'], [[], [terminating]]],
  ['goes and another one has its addresses', cidr(deleted(60), [ready]), [cidr(held)], ['10.0.0.1'], [[], [ready]]],
  [
    'goes and so does the other one',
    cidr(deleted(60), [ready]),
    [cidr(deleted(1))],
    ['10.0.0.1'],
    [[SERVICE_CIDR_FINALIZER], [terminating]],
  ],
  ['was just deleted', cidr(deleted(9), [ready]), [], [], undefined],
  ['is kept by others alone', cidr({ finalizers: ['a/b'], deletionTimestamp: now }, [ready]), [], [], undefined],
])('a ServiceCIDR that %s', (_name, object, others, names, want) => {
  const changed = changedServiceCidr(object, { others, addresses: names.map(address), nowMs, now });
  expect(changed && [changed.metadata.finalizers, changed.status?.conditions]).toEqual(want);
});

test.each<[object, string | undefined]>([
  [{ clusterIP: '10.0.0.1' }, '10.0.0.1'],
  [{ clusterIP: 'None' }, undefined],
  [{ clusterIP: '2001:db8::1' }, undefined],
  [{}, undefined],
])('a service %j has the address %s', (spec, want) => {
  expect(addressOfService({ spec })).toBe(want);
});

test.each([
  ['x', 'y', true],
  ['x', 'z', false],
  ['z', 'y', false],
])('an address of %s/%s', (namespace, name, want) => {
  // Of metadata, the names are looked at.
  expect(isAddressOf(address('10.0.0.1'), { namespace, name } as KubeObject['metadata'])).toBe(want);
});
