import type { Pod } from '@orrery/api-types';
import { chooseEndpoint, placeOfPod, proxyFailure, readProxyName, type ProxiedEndpoints } from './proxy-place';

test.each<[string, object | undefined]>([
  ['web', { scheme: '', name: 'web', port: '' }],
  ['web:80', { scheme: '', name: 'web', port: '80' }],
  ['web:http', { scheme: '', name: 'web', port: 'http' }],
  ['https:web:443', { scheme: 'https', name: 'web', port: '443' }],
  ['https:web:', { scheme: 'https', name: 'web', port: '' }],
  ['ftp:web:21', undefined],
  [':80', undefined],
  ['http:a:b:c', undefined],
])('the name %s', (id, expected) => {
  if (expected) expect(readProxyName(id, 'pod')).toEqual(expected);
  else expect(() => readProxyName(id, 'pod')).toThrow(`invalid pod request "${id}"`);
});

/** Only what is read of a pod. */
function pod(ip: string | undefined, ...ports: number[]): Pod {
  const containers = [{ name: 'side' }, { name: 'main', ports: ports.map((containerPort) => ({ containerPort })) }];
  // A whole pod has fields that have no part in this.
  return { spec: { containers }, status: { podIPs: ip === undefined ? [] : [{ ip }] } } as unknown as Pod;
}

describe('a pod', () => {
  test.each<[string, string, number[], string]>([
    ['web', '', [8000, 8001], '8000'],
    ['web', '', [], '80'],
    ['https:web:', 'https', [], '443'],
    ['web:9', '', [8000], '9'],
  ])('%s is reached at its port', (id, scheme, ports, port) => {
    const place = { scheme, ip: '10.0.0.5', port };
    expect(placeOfPod(pod('10.0.0.5', ...ports), readProxyName(id, 'pod'))).toEqual(place);
  });

  test.each([undefined, '127.0.0.1', '169.254.1.1', '::1', 'fe80::1', '224.0.0.1', 'none'])(
    'is not reached at %s',
    (ip) => {
      expect(() => placeOfPod(pod(ip, 80), readProxyName('web', 'pod'))).toThrow('address not allowed');
    },
  );
});

describe('a service', () => {
  const service = { spec: { ports: [{ port: 80, name: 'http' }, { port: 81 }] } };
  const address = (name: string, ip: string): object => ({ ip, targetRef: { kind: 'Pod', namespace: 'ns', name } });
  const choose = (id: string, subsets: readonly object[], first = 0): string => {
    const pods: Record<string, Pod> = { 'ns/a': pod('10.0.0.1'), 'ns/b': pod('10.0.0.2') };
    const { place } = chooseEndpoint({
      wanted: readProxyName(id, 'service'),
      id,
      service,
      endpoints: { subsets } as ProxiedEndpoints,
      podOf: (namespace, name) => pods[`${namespace}/${name}`],
      chance: (bound) => first % Math.max(1, bound),
    });
    return `${place.scheme}:${place.ip}:${place.port}`;
  };
  const both = [
    { addresses: [address('a', '10.0.0.1'), address('b', '10.0.0.2')], ports: [{ name: 'http', port: 8080 }] },
  ];

  test.each<[string, string, readonly object[], number, string]>([
    ['by the name of its port', 'web:http', both, 0, ':10.0.0.1:8080'],
    ['by the number of its port', 'https:web:80', both, 1, 'https:10.0.0.2:8080'],
    [
      'without a port, where it has no name',
      'web',
      [{ addresses: both[0]!.addresses, ports: [{ port: 1 }] }],
      0,
      ':10.0.0.1:1',
    ],
    [
      'past subsets that are not ready',
      'web:http',
      [{ notReadyAddresses: [], ports: both[0]!.ports }, ...both],
      0,
      ':10.0.0.1:8080',
    ],
    [
      'past addresses that are no pods',
      'web:http',
      [{ ...both[0], addresses: [{ ip: '10.9.9.9' }, address('b', '10.0.0.2')] }],
      0,
      ':10.0.0.2:8080',
    ],
    [
      'past pods that have another address by now',
      'web:http',
      [{ ...both[0], addresses: [address('a', '10.0.0.7'), address('b', '10.0.0.2')] }],
      0,
      ':10.0.0.2:8080',
    ],
  ])('is reached %s', (_name, id, subsets, first, expected) => {
    expect(choose(id, subsets, first)).toBe(expected);
  });

  test.each<[string, readonly object[], string]>([
    ['web:http', [], 'no endpoints available for service "web"'],
    ['web', both, 'no endpoints available for service "web"'],
    ['web:other', both, 'no endpoints available for service "web:other"'],
    ['web:82', both, 'no service port 82 found for service "web"'],
  ])('%s is not reached', (id, subsets, message) => {
    expect(() => choose(id, subsets)).toThrow(message);
  });
});

test.each<[string, string, 'refuses' | 'speaks TLS' | 'speaks no TLS', string]>([
  ['10.0.0.1', '81', 'refuses', 'dial tcp 10.0.0.1:81: connect: connection refused'],
  ['fd00::1', '81', 'refuses', 'dial tcp [fd00::1]:81: connect: connection refused'],
  ['10.0.0.1', 'http', 'refuses', 'dial tcp: lookup tcp/http: unknown port'],
  ['10.0.0.1', '70000', 'refuses', 'dial tcp: address 70000: invalid port'],
  ['10.0.0.1', '443', 'speaks TLS', 'malformed HTTP response'],
  ['10.0.0.1', '80', 'speaks no TLS', 'http: server gave HTTP response to HTTPS client'],
])('nothing comes from %s:%s', (ip, port, how, reason) => {
  expect(proxyFailure({ scheme: 'https', ip, port }, how).message).toContain(
    `error trying to reach service: ${reason}`,
  );
});
