import { ApiError, kindByGvk, type KubeObject } from '@orrery/api-types';
import type { AdmissionLookup, AdmissionRequest } from '../admission';
import { deviceAdminAccess } from './device-admin-access';

const DETAIL =
  'Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the containing namespace';
const devices = { requests: [{ name: 'a', exactly: { deviceClassName: 'c', adminAccess: true } }] };
const status = { allocation: { devices: { results: [{ request: 'a', adminAccess: true }] } } };

function admitted(kind: string, parts: object, more: Partial<AdmissionRequest> = {}, labels = {}): unknown {
  const object = {
    apiVersion: 'resource.k8s.io/v1',
    kind,
    metadata: { name: 'c', namespace: 'ns' },
    ...parts,
  } as unknown as KubeObject; // Names are all that the plugin reads of the metadata.
  // The only look-up of the plugin.
  const lookup = { namespace: () => ({ metadata: { labels } }) } as unknown as AdmissionLookup;
  const request = { operation: 'CREATE', kind: kindByGvk('resource.k8s.io/v1', kind)!, object, lookup, ...more };
  const outcome = deviceAdminAccess({ user: { name: 'u', groups: [] }, ...request } as AdmissionRequest);
  return outcome instanceof ApiError ? outcome.message.replace(/^.*? is invalid: /, '') : outcome === undefined;
}

const inStatus: Partial<AdmissionRequest> = { operation: 'UPDATE', subresource: 'status' };

test.each<[string, string, object, Partial<AdmissionRequest>, unknown]>([
  ['a claim', 'ResourceClaim', { spec: { devices } }, {}, `spec.devices.requests[0].adminAccess: ${DETAIL}`],
  [
    'a template',
    'ResourceClaimTemplate',
    { spec: { spec: { devices } } },
    {},
    `spec.devices.requests[0].adminAccess: ${DETAIL}`,
  ],
  ['a plain claim', 'ResourceClaim', { spec: { devices: {} } }, {}, true],
  ['a changed claim', 'ResourceClaim', { spec: { devices } }, { operation: 'UPDATE' }, true],
  ['a status', 'ResourceClaim', { status }, inStatus, `status.allocation.devices.results[0].adminAccess: ${DETAIL}`],
  // Its old object has the same results.
  [
    'a status as before',
    'ResourceClaim',
    { status },
    { ...inStatus, oldObject: { status } as unknown as KubeObject },
    true,
  ],
])('%s without the label', (_name, kind, parts, more, want) => {
  expect(admitted(kind, parts, more)).toEqual(want);
});

test('with the label', () => {
  const labels = { 'resource.kubernetes.io/admin-access': 'true' };
  expect(admitted('ResourceClaim', { spec: { devices } }, {}, labels)).toBe(true);
});
