import {
  ipv4Network,
  kindByGvk,
  networksForServices,
  printIpv4,
  renderFieldError,
  validateCreate,
  validateUpdate,
  type KubeObject,
  type ServiceCIDR,
} from '../../index';

const API_VERSION = 'networking.k8s.io/v1';
const CIDR = kindByGvk(API_VERSION, 'ServiceCIDR')!;
const ADDRESS = kindByGvk(API_VERSION, 'IPAddress')!;
const object = (kind: string, name: string, spec: object): KubeObject => ({
  apiVersion: API_VERSION,
  kind,
  metadata: { name, uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec,
});

test.each<[string[], RegExp[]]>([
  [['10.0.0.0/24'], []],
  [['10.0.0.0/24', '2001:db8::/64'], []],
  [[], [/^spec.cidrs: Required value: at least one CIDR required$/]],
  [
    ['10.0.0.0/24', '10.1.0.0/24'],
    [/^spec.cidrs: Invalid value: .*: may specify no more than one IP for each IP fami/],
  ],
  [['10.0.0.0/24', '2001:db8::/64', '10.1.0.0/24'], [/^spec.cidrs: Invalid value: .*: may only hold up to 2 values$/]],
  [['10.0.0.0'], [/^spec.cidrs\[0\]: Invalid value: "10.0.0.0": must be a valid CIDR value/]],
])('a ServiceCIDR of %j', (cidrs, want) => {
  const found = validateCreate(CIDR, object('ServiceCIDR', 'a', { cidrs })).map(renderFieldError);
  expect(found).toEqual(want.map((text) => expect.stringMatching(text) as string));
});

const parentRef = { resource: 'services', namespace: 'x', name: 'y' };

test.each<[string, object, RegExp[]]>([
  ['10.0.0.1', { parentRef }, []],
  ['2001:db8::1', { parentRef }, []],
  ['a', { parentRef }, [/^metadata.name: Invalid value: "a": must be a valid IP address$/]],
  ['2001:DB8::1', { parentRef }, [/^metadata.name: Invalid value: "2001:DB8::1": must be a canonical format IP addr/]],
  ['10.0.0.1', {}, [/^spec.parentRef: Required value$/]],
  ['10.0.0.1', { parentRef: {} }, [/^spec.parentRef.resource: Required/, /^spec.parentRef.name: Required/]],
  [
    '10.0.0.1',
    { parentRef: { ...parentRef, namespace: 'X' } },
    [/^spec.parentRef.namespace: Invalid value: "X": a lower/],
  ],
])('an IPAddress %s of %j', (name, spec, want) => {
  const found = validateCreate(ADDRESS, object('IPAddress', name, spec)).map(renderFieldError);
  expect(found).toEqual(want.map((text) => expect.stringMatching(text) as string));
});

test('networks and owners stay', () => {
  const cidr = (text: string): KubeObject => object('ServiceCIDR', 'a', { cidrs: [text] });
  expect(validateUpdate(CIDR, cidr('10.1.0.0/24'), cidr('10.0.0.0/24')).map(renderFieldError)).toEqual([
    'spec.cidrs: Invalid value: ["10.1.0.0/24"]: field is immutable',
  ]);
  const address = (name: string): KubeObject => object('IPAddress', '10.0.0.1', { parentRef: { ...parentRef, name } });
  expect(validateUpdate(ADDRESS, address('a'), address('b')).map(renderFieldError)).toEqual([
    expect.stringMatching(/^spec.parentRef: Invalid value: .*: field is immutable$/),
  ]);
});

test('a network of IPv4 begins with its first address', () => {
  const network = ipv4Network('10.0.0.77/24')!;
  expect([printIpv4(network.first), network.size]).toEqual(['10.0.0.0', 256]);
  expect(printIpv4(ipv4Network('255.255.255.0/24')!.first)).toBe('255.255.255.0');
  expect(ipv4Network('2001:db8::/64')).toBeUndefined();
});

test('services have addresses where there are no ServiceCIDRs', () => {
  expect(networksForServices([]).map(({ cidr }) => cidr)).toEqual(['10.96.0.0/12']);
  // Of a ServiceCIDR, these parts are looked at.
  const unready = {
    metadata: {},
    spec: { cidrs: ['10.0.0.0/24'] },
    status: { conditions: [{ type: 'Ready', status: 'False' }] },
  };
  expect(networksForServices([unready as unknown as ServiceCIDR])).toEqual([]);
});
