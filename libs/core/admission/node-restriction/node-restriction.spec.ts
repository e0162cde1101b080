import { ApiError, kindByGvk, toStatus, type KubeObject } from '@orrery/api-types';
import type { AdmissionLookup, AdmissionRequest } from '../admission';
import { nodeRestriction } from './node-restriction';

const NODE = { name: 'system:node:node-1', groups: ['system:nodes', 'system:authenticated'] };
const node = (labels = {}, spec = {}, name = 'node-1'): KubeObject =>
  ({ apiVersion: 'v1', kind: 'Node', metadata: { name, uid: 'n1', labels }, spec }) as KubeObject;
const owner = { apiVersion: 'v1', kind: 'Node', name: 'node-1', uid: 'n1', controller: true };
const mirror = (spec: object = {}, metadata: object = {}): KubeObject =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'm',
      namespace: 'ns',
      annotations: { 'kubernetes.io/config.mirror': 'x' },
      ownerReferences: [owner],
      ...metadata,
    },
    spec: { nodeName: 'node-1', containers: [], ...spec },
  }) as unknown as KubeObject;
const named = (apiVersion: string, kind: string, name: string, namespace?: string): KubeObject =>
  ({ apiVersion, kind, metadata: { name, ...(namespace ? { namespace } : {}) } }) as KubeObject;

const slice = (nodeName: string): KubeObject => ({
  ...named('resource.k8s.io/v1', 'ResourceSlice', 's'),
  spec: { nodeName },
});

/** The refusal's text after `… is forbidden: `; undefined if it is admitted. */
function refusal(object: KubeObject, more: Partial<AdmissionRequest> = {}): string | undefined {
  const lookup = { node: (name: string) => (name === 'node-1' ? node() : undefined) } as Partial<AdmissionLookup>;
  const kind = kindByGvk(object.apiVersion, object.kind)!;
  const outcome = nodeRestriction({
    operation: 'CREATE',
    kind,
    object,
    user: NODE,
    lookup: lookup as AdmissionLookup,
    ...more,
  });
  if (!(outcome instanceof ApiError)) return undefined;
  return toStatus(outcome).message?.split(' is forbidden: ')[1];
}
const update = (object: KubeObject, oldObject: KubeObject, subresource?: string) =>
  refusal(object, { operation: 'UPDATE', oldObject, ...(subresource ? { subresource } : {}) });

test.each([
  ['a mirror pod of its own', mirror(), undefined],
  ['its Node', node({ 'kubernetes.io/os': 'linux', 'x.kubelet.kubernetes.io/a': '', team: 'a' }), undefined],
  ['its Lease', named('coordination.k8s.io/v1', 'Lease', 'node-1', 'kube-node-lease'), undefined],
  ['an Event', named('v1', 'Event', 'e', 'ns'), undefined],
  [
    'a pod',
    mirror({}, { annotations: {} }),
    'pod does not have "kubernetes.io/config.mirror" annotation, node "node-1" can only create mirror pods',
  ],
  [
    'a pod elsewhere',
    mirror({ nodeName: 'node-2' }),
    'node "node-1" can only create pods with spec.nodeName set to itself',
  ],
  [
    'a pod without owner',
    mirror({}, { ownerReferences: [] }),
    'node "node-1" can only create pods with an owner reference set to itself',
  ],
  [
    'a pod of two owners',
    mirror({}, { ownerReferences: [owner, owner] }),
    'node "node-1" can only create pods with a single owner reference set to itself',
  ],
  [
    'a pod that it does not control',
    mirror({}, { ownerReferences: [{ ...owner, controller: false }] }),
    'node "node-1" can only create pods with a controller owner reference set to itself',
  ],
  [
    'a pod that blocks',
    mirror({}, { ownerReferences: [{ ...owner, blockOwnerDeletion: true }] }),
    'node "node-1" must not set blockOwnerDeletion on an owner reference',
  ],
  [
    'a pod of a former node',
    mirror({}, { ownerReferences: [{ ...owner, uid: 'n0' }] }),
    'node node-1 UID mismatch: expected n0 got n1',
  ],
  [
    'a pod with an account',
    mirror({ serviceAccountName: 'a' }),
    'node "node-1" can not create pods that reference a service account',
  ],
  [
    'a pod with a Secret',
    mirror({ volumes: [{ name: 's', secret: { secretName: 'x' } }] }),
    'node "node-1" can not create pods that reference secrets',
  ],
  ['another Node', node({}, {}, 'node-2'), 'node "node-1" is not allowed to modify node "node-2"'],
  [
    'its Node with a role',
    node({ 'node-role.kubernetes.io/master': '', 'a.node-restriction.kubernetes.io/b': '' }),
    'node "node-1" is not allowed to set the following labels: a.node-restriction.kubernetes.io/b, node-role.kubernetes.io/master',
  ],
  [
    'the Lease of another',
    named('coordination.k8s.io/v1', 'Lease', 'node-2', 'kube-node-lease'),
    'can only access node lease with the same name as the requesting node',
  ],
  [
    'a Lease elsewhere',
    named('coordination.k8s.io/v1', 'Lease', 'node-1', 'ns'),
    'can only access leases in the "kube-node-lease" system namespace',
  ],
  [
    'the CSINode of another',
    named('storage.k8s.io/v1', 'CSINode', 'node-2'),
    'can only access CSINode with the same name as the requesting node',
  ],
  ['a ResourceSlice of its devices', slice('node-1'), undefined],
  [
    'a ResourceSlice of another',
    slice('node-2'),
    'can only create ResourceSlice with the same NodeName as the requesting node',
  ],
  [
    'a pod with a claim of devices',
    mirror({ resourceClaims: [{ name: 'gpu', resourceClaimName: 'c' }] }),
    'node "node-1" can not create pods that reference resourceclaims',
  ],
])('a node that creates %s', (_name, object, expected) => expect(refusal(object)).toEqual(expected));

test('a node changes of its Node neither taints nor labels of others', () => {
  const taints = [{ key: 'a', effect: 'NoSchedule' }];
  expect(update(node(), node({}, { taints }))).toBe('node "node-1" is not allowed to modify taints');
  expect(update(node({ 'node-role.kubernetes.io/x': '' }), node())).toBe(
    'is not allowed to modify labels: node-role.kubernetes.io/x',
  );
  expect(update(node({ team: 'b' }, { taints }), node({ team: 'a' }, { taints }))).toBeUndefined();
});

test('a node reports on its own pods, without their labels', () => {
  expect(update(mirror(), mirror({ nodeName: 'node-2' }), 'status')).toBe(
    'node "node-1" can only update pod status for pods with spec.nodeName set to itself',
  );
  expect(update(mirror({}, { labels: { a: '1' } }), mirror(), 'status')).toBe(
    'node "node-1" cannot update labels through pod status',
  );
  const claimed = { ...mirror(), status: { resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'c' }] } };
  expect(update(claimed, mirror(), 'status')).toBe('node "node-1" cannot update resource claim statuses');
  expect(update(mirror(), mirror(), 'status')).toBeUndefined();
  expect(update(mirror(), mirror())).toContain('can only create and delete mirror pods');
});

test('others are not looked at', () => {
  expect(refusal(node({}, {}, 'node-2'), { user: { name: 'system:node:node-1', groups: [] } })).toBeUndefined();
  expect(refusal(node({}, {}, 'node-2'), { user: { name: 'jane', groups: ['system:nodes'] } })).toBeUndefined();
});

test('a node may not change its owners, lest it have itself deleted', () => {
  const owned: KubeObject = { ...node(), metadata: { ...node().metadata, ownerReferences: [owner] } };
  expect(update(owned, node())).toBe('node "node-1" is not allowed to modify ownerReferences');
  expect(update(node(), owned)).toBe('node "node-1" is not allowed to modify ownerReferences');
  expect(update(owned, owned)).toBeUndefined();
});

test('a mirror pod projects no trust bundles', () => {
  const volumes = [{ name: 'v', projected: { sources: [{ clusterTrustBundle: { name: 'b', path: 'p' } }] } }];
  expect(refusal(mirror({ volumes }))).toBe('node "node-1" can not create pods that reference clustertrustbundles');
});
