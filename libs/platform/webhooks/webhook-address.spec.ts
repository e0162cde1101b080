import { webhookAddress, type ServiceLookup } from './webhook-address';

const place = { service: { namespace: 'ns', name: 'hook', path: '/check', port: 8443 } };
const ports = [
  { name: 'metrics', port: 80 },
  { name: 'https', port: 8443 },
];

function lookUp(spec: object, slices: object[] = [], endpoints?: object): ServiceLookup {
  return {
    object: (resource) => (resource === 'services' ? { spec } : (endpoints as Record<string, unknown> | undefined)),
    slices: () => slices as Record<string, unknown>[],
  };
}

const slice = (address: string, ready: boolean | undefined, onPort: number): object => ({
  endpoints: [{ addresses: [address], conditions: { ready } }],
  ports: [
    { name: 'metrics', port: 1 },
    { name: 'https', port: onPort },
  ],
});

test.each<[string, ServiceLookup, string]>([
  ['a ready endpoint, by the name of the port', lookUp({ ports }, [slice('10.0.0.1', true, 9443)]), '10.0.0.1:9443'],
  [
    'the first that is ready',
    lookUp({ ports }, [slice('10.0.0.1', false, 9443), slice('10.0.0.2', undefined, 9444)]),
    '10.0.0.2:9444',
  ],
  ['an address of IPv6', lookUp({ ports }, [slice('fd00::1', true, 9443)]), '[fd00::1]:9443'],
  [
    'Endpoints, where no slice mirrors them yet',
    lookUp({ ports }, [], { subsets: [{ addresses: [{ ip: '10.0.0.3' }], ports: [{ name: 'https', port: 9445 }] }] }),
    '10.0.0.3:9445',
  ],
  ['an external name', lookUp({ type: 'ExternalName', externalName: 'localhost' }), 'localhost:8443'],
])('%s', (_what, services, host) => {
  expect(webhookAddress(place, services)).toEqual({
    url: new URL(`https://${host}/check`),
    shown: 'https://hook.ns.svc:8443/check',
    serverName: 'hook.ns.svc',
  });
});

test.each<[string, ServiceLookup, string]>([
  ['no service', { object: () => undefined, slices: () => [] }, 'service "hook" not found'],
  ['another port', lookUp({ ports: [{ port: 80 }] }), 'no service port 8443 found for service "hook"'],
  ['nobody ready', lookUp({ ports }, [slice('10.0.0.1', false, 1)]), 'no endpoints available for service "hook"'],
])('%s', (_what, services, message) => {
  expect(() => webhookAddress(place, services)).toThrow(message);
});
