import type { KubeObject } from '@orrery/api-types';
import type { Access } from '../access';
import { resourceAccess } from '../access';
import { decideForNode } from './node-authorizer';
import type { NodeObjects } from './node-objects';
import { refuseTokenForNode } from './node-tokens';

const object = (kind: string, name: string, spec: object = {}, more: object = {}): KubeObject =>
  ({ apiVersion: 'v1', kind, metadata: { name, namespace: 'ns', uid: `${name}-uid`, ...more }, spec }) as KubeObject;

const container = {
  name: 'c',
  env: [{ name: 'E', valueFrom: { secretKeyRef: { name: 'env-secret', key: 'k' } } }],
  envFrom: [{ configMapRef: { name: 'env-config' } }],
};
const PODS: readonly KubeObject[] = [
  object('Pod', 'own', {
    nodeName: 'node-1',
    serviceAccountName: 'builder',
    imagePullSecrets: [{ name: 'pull-secret' }],
    containers: [{ name: 'main' }],
    initContainers: [container],
    volumes: [
      { name: 's', secret: { secretName: 'volume-secret' } },
      { name: 'p', projected: { sources: [{ configMap: { name: 'projected-config' } }] } },
      { name: 'd', csi: { driver: 'x', nodePublishSecretRef: { name: 'driver-secret' } } },
      { name: 'c', persistentVolumeClaim: { claimName: 'claim' } },
      { name: 'e', ephemeral: {} },
    ],
    resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpus' }],
  }),
  object(
    'Pod',
    'mirror',
    { nodeName: 'node-1', volumes: [{ name: 's', secret: { secretName: 'stolen' } }] },
    { annotations: { 'kubernetes.io/config.mirror': 'x' } },
  ),
  object('Pod', 'other', { nodeName: 'node-2', volumes: [{ name: 's', secret: { secretName: 'foreign' } }] }),
  object('Pod', 'pending', {}),
];
const OTHERS: Readonly<Record<string, KubeObject>> = {
  'persistentvolumeclaims/ns/claim': object('PersistentVolumeClaim', 'claim', { volumeName: 'volume' }),
  'persistentvolumes//volume': object('PersistentVolume', 'volume', {
    claimRef: { namespace: 'ns', name: 'claim' },
    csi: { driver: 'x', nodeStageSecretRef: { namespace: 'storage', name: 'stage-secret' } },
  }),
  'persistentvolumes//loose': object('PersistentVolume', 'loose', {}),
  'resourceslices.resource.k8s.io//slice-1': object('ResourceSlice', 'slice-1', { nodeName: 'node-1' }),
  'resourceslices.resource.k8s.io//slice-2': object('ResourceSlice', 'slice-2', { nodeName: 'node-2' }),
  'volumeattachments.storage.k8s.io//attached': object('VolumeAttachment', 'attached', { nodeName: 'node-1' }),
  'volumeattachments.storage.k8s.io//elsewhere': object('VolumeAttachment', 'elsewhere', { nodeName: 'node-2' }),
};
const objects: NodeObjects = {
  podsOn: (node) => PODS.filter(({ spec }) => (spec as { nodeName?: string }).nodeName === node),
  get: (resource, namespace, name) =>
    resource === 'pods'
      ? PODS.find(({ metadata }) => metadata.name === name)
      : OTHERS[`${resource}/${namespace}/${name}`],
};

/** `get secrets/x`, `create pods/eviction own`: verb, resource with subresource and group, name. */
function asked(text: string): Access {
  const [verb = '', path = '', name = ''] = text.split(' ');
  const [, resource = '', group = '', subresource = ''] =
    /^([a-z]+)(?:\.([a-z.0-9]+[a-z0-9]))?(?:\/(\w+))?$/.exec(path) ?? [];
  const isOfCluster = ['nodes', 'persistentvolumes', 'volumeattachments', 'csinodes', 'resourceslices'].includes(
    resource,
  );
  const namespace = isOfCluster ? '' : resource === 'leases' ? 'kube-node-lease' : 'ns';
  return resourceAccess({ verb, group, resource, subresource, namespace, name });
}

describe('a node', () => {
  test.each([
    ...['pull-secret', 'env-secret', 'volume-secret', 'driver-secret'].map((name) => `get secrets ${name}`),
    'list secrets volume-secret',
    'watch configmaps env-config',
    'get configmaps projected-config',
    'get persistentvolumeclaims claim',
    'get persistentvolumeclaims own-e',
    'patch persistentvolumeclaims/status claim',
    'get persistentvolumes volume',
    'get volumeattachments.storage.k8s.io attached',
    'create serviceaccounts/token builder',
    'get resourceclaims.resource.k8s.io gpus',
    'create resourceslices.resource.k8s.io',
    'delete resourceslices.resource.k8s.io slice-1',
    'create leases.coordination.k8s.io',
    'update leases.coordination.k8s.io node-1',
    'get csinodes.storage.k8s.io node-1',
    'create nodes',
    'get nodes node-1',
    'watch nodes node-1',
    'patch nodes/status node-2',
    'get pods own',
    'delete pods own',
    'delete pods absent',
    'create pods/eviction own',
    'create pods',
    'patch pods/status other',
    'list services',
    'create events',
    'create subjectaccessreviews.authorization.k8s.io',
  ])('may %s', (text) => expect(decideForNode('node-1', asked(text), objects)).toEqual({ allowed: true, reason: '' }));

  const unrelated = "no relationship found between node 'node-1' and this object";
  test.each([
    ['get secrets foreign', unrelated],
    ['get secrets stolen', unrelated],
    ['get secrets absent', unrelated],
    ['list secrets', 'No Object name found'],
    ['delete secrets volume-secret', 'can only read resources of this type'],
    ['list persistentvolumeclaims', 'can only get individual resources of this type'],
    ['get persistentvolumes loose', unrelated],
    ['get volumeattachments.storage.k8s.io elsewhere', unrelated],
    ['get resourceclaims.resource.k8s.io others', unrelated],
    ['list resourceclaims.resource.k8s.io', 'can only get individual resources of this type'],
    ['update resourceslices.resource.k8s.io slice-2', unrelated],
    [
      'list resourceslices.resource.k8s.io',
      'can only list/watch/deletecollection resourceslices with nodeName field selector',
    ],
    ['create serviceaccounts/token default', unrelated],
    ['get serviceaccounts builder', 'can only create tokens for individual service accounts'],
    ['list leases.coordination.k8s.io', 'can only get, create, update, patch, or delete a node lease'],
    [
      'update leases.coordination.k8s.io node-2',
      'can only access node lease with the same name as the requesting node',
    ],
    ['delete csinodes.storage.k8s.io node-2', 'can only access CSINode with the same name as the requesting node'],
    ['list nodes', "node 'node-1' cannot read all nodes, only its own Node object"],
    ['get nodes node-2', "node 'node-1' cannot read 'node-2', only its own Node object"],
    ['delete nodes node-1', ''],
    ['list pods', 'can only list/watch pods with spec.nodeName field selector'],
    ['get pods other', unrelated],
    ['delete pods other', 'node "node-1" can only delete pods with spec.nodeName set to itself'],
    ['create pods/eviction pending', 'node "node-1" can only evict pods with spec.nodeName set to itself'],
    ['create deployments.apps', ''],
  ])('may not %s', (text, reason) => {
    expect(decideForNode('node-1', asked(text), objects)).toEqual({ allowed: false, reason });
  });

  test('lists the pods of a selector that names it', () => {
    const listing = (value: string): Access => ({
      ...resourceAccess({ verb: 'list', resource: 'pods' }),
      fieldSelector: [{ field: 'spec.nodeName', operator: '=', value }],
    });
    expect(decideForNode('node-1', listing('node-1'), objects).allowed).toBe(true);
    expect(decideForNode('node-1', listing('node-2'), objects).allowed).toBe(false);
  });

  test('reads the Secret of a volume of its pods, in whatever namespace it is', () => {
    const access = { ...asked('get secrets stage-secret'), namespace: 'storage' } as Access;
    expect(decideForNode('node-1', access, objects).allowed).toBe(true);
    expect(decideForNode('node-2', access, objects).allowed).toBe(false);
  });

  test('gets tokens for pods that run on it', () => {
    const [own, , other] = PODS;
    const binding = (pod: KubeObject) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      name: pod.metadata.name,
      uid: pod.metadata.uid,
    });
    expect(refuseTokenForNode('node-1', binding(own!), own)).toBeUndefined();
    expect(refuseTokenForNode('node-1', binding(other!), other)).toContain('scheduled on a different node');
    expect(refuseTokenForNode('node-1', undefined, undefined)).toBe('node requested token not bound to a pod');
    expect(refuseTokenForNode('node-1', { ...binding(own!), uid: '' }, own)).toContain('without a uid');
    expect(refuseTokenForNode('node-1', binding(other!), own)).toContain('does not match the UID in record');
  });
});
