import { randomFor } from '@orrery/time';
import { availabilityOf, kindByGvk, prepareForCreate, type ApiService, type KubeObject } from '../../index';

const KIND = kindByGvk('apiregistration.k8s.io/v1', 'APIService')!;
const priorities = { groupPriorityMinimum: 100, versionPriority: 15 };
const remote = { ...priorities, group: 'a.b', version: 'v1', service: { namespace: 'x', name: 'y' } };

function created(name: string, spec: object): KubeObject | string {
  const body = { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name }, spec };
  const verdict = prepareForCreate(KIND, body, { now: 0, uid: () => 'u', random: randomFor('api service') });
  return verdict.ok ? verdict.object : verdict.error.message;
}

test('a group version that the server answers itself is available at once, another one is not', () => {
  const local = created('v1.a.b', { ...priorities, group: 'a.b', version: 'v1' }) as KubeObject & ApiService;
  expect(availabilityOf(local)).toMatchObject({ status: 'True', reason: 'Local' });
  const other = created('v1.a.b', remote) as KubeObject & ApiService;
  expect(availabilityOf(other)).toBeUndefined();
  expect(other.spec.service).toEqual({ namespace: 'x', name: 'y', port: 443 });
  expect(created('v1.', { ...priorities, version: 'v1' })).toMatchObject({ metadata: { name: 'v1.' } });
});

test.each<[string, string, object, RegExp]>([
  ['another name', 'v2.a.b', remote, /metadata.name: Invalid value: "v2.a.b": must be `spec.version\+"."\+spec.group`/],
  ['no group', 'v2.', { ...remote, group: '', version: 'v2' }, /spec.group: Required value: only v1 may have an empty/],
  [
    'a version that is none',
    '1.a.b',
    { ...remote, version: '1' },
    /spec.version: Invalid value: "1": a DNS-1035 label/,
  ],
  ['no priority', 'v1.a.b', { ...remote, groupPriorityMinimum: 0 }, /groupPriorityMinimum: Invalid value: 0: must be/],
  [
    'too much priority',
    'v1.a.b',
    { ...remote, versionPriority: 1001 },
    /versionPriority: Invalid value: 1001: must be/,
  ],
  ['half a service', 'v1.a.b', { ...remote, service: {} }, /service.namespace: Required.*service.name: Required/],
  ['a port that is none', 'v1.a.b', { ...remote, service: { ...remote.service, port: 70000 } }, /port is not valid/],
  [
    'trust in itself',
    'v1.a.b',
    { ...remote, service: undefined, caBundle: 'YQ==' },
    /"1 bytes": local APIServices may/,
  ],
  ['no trust in itself', 'v1.a.b', { ...remote, service: undefined, insecureSkipTLSVerify: true }, /local APIServices/],
  ['trust and none', 'v1.a.b', { ...remote, caBundle: 'YQ==', insecureSkipTLSVerify: true }, /may not be true if caB/],
])('an APIService with %s is refused', (_name, name, spec, want) => {
  expect(created(name, spec)).toMatch(want);
});

test.each([
  [{}, 'x/y', 'Unknown'],
  [{ conditions: [{ type: 'Available', status: 'True', reason: 'Passed' }] }, 'x/y', 'True'],
  [
    { conditions: [{ type: 'Available', status: 'False', reason: 'MissingEndpoints' }] },
    'x/y',
    'False (MissingEndpoints)',
  ],
])('the status %j of %s is shown as %s', (status, service, available) => {
  const object = { ...(created('v1.a.b', remote) as KubeObject), status };
  expect(KIND.table!.cells(object, 5000)).toEqual(['v1.a.b', service, available, '5s']);
});
