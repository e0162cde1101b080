import type { KubeObject } from '@orrery/api-types';
import { exportedObject, inOrder, LeftOut } from './exported-object';

const given = {
  uid: 'u',
  resourceVersion: '7',
  creationTimestamp: '2026-01-01T00:00:00Z',
  generation: 3,
  managedFields: [],
};
const object = (kind: string, more: object = {}, metadata: object = {}, apiVersion = 'v1'): KubeObject =>
  ({ apiVersion, kind, metadata: { name: 'a', ...given, ...metadata }, ...more }) as KubeObject;

test.each<[string, KubeObject, string]>([
  ['a pod of a workload', object('Pod', {}, { ownerReferences: [{ kind: 'Job' }] }), LeftOut.Owned],
  ['a mirror pod', object('Pod', {}, { annotations: { 'kubernetes.io/config.mirror': 'x' } }), LeftOut.Owned],
  ['a node', object('Node'), LeftOut.Running],
  ['an event', object('Event', {}, {}, 'events.k8s.io/v1'), LeftOut.Running],
  ['a behaviour', object('PodBehavior', {}, {}, 'sim.orrery.dev/v1'), LeftOut.Simulated],
  ['a stage', object('Stage', {}, {}, 'kwok.x-k8s.io/v1alpha1'), LeftOut.Simulated],
  ['kube-system', object('Namespace', {}, { name: 'kube-system' }), LeftOut.Own],
  [
    'a usual role',
    object('ClusterRole', {}, { labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } }),
    LeftOut.Own,
  ],
  ['a token', object('Secret', { type: 'kubernetes.io/service-account-token' }), LeftOut.Own],
  ['what is being deleted', object('ConfigMap', {}, { deletionTimestamp: '2026-01-01T00:00:00Z' }), LeftOut.Ending],
])('%s is left out', (_name, given, reason) => {
  expect(exportedObject(given)).toEqual({ reason });
});

const token = { name: 'kube-api-access-abcde', projected: {} };
const mount = { name: 'kube-api-access-abcde', mountPath: '/var/run' };
const labels = { app: 'a', 'controller-uid': 'u', 'batch.kubernetes.io/job-name': 'a' };

test.each<[string, object, object]>([
  ['ConfigMap', { data: { a: 'b' }, status: {} }, { data: { a: 'b' } }],
  ['Namespace', { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } }, {}],
  [
    'Service',
    { spec: { clusterIP: '10.0.0.7', clusterIPs: ['10.0.0.7'], ipFamilies: ['IPv4'], type: 'ClusterIP' } },
    { spec: { type: 'ClusterIP' } },
  ],
  ['Service', { spec: { clusterIP: 'None', clusterIPs: ['None'] } }, { spec: { clusterIP: 'None' } }],
  [
    'Pod',
    {
      spec: {
        nodeName: 'n',
        priority: 0,
        volumes: [token, { name: 'v' }],
        containers: [
          { name: 'c', volumeMounts: [mount] },
          { name: 'd', volumeMounts: [mount, { name: 'v' }] },
        ],
      },
    },
    { spec: { volumes: [{ name: 'v' }], containers: [{ name: 'c' }, { name: 'd', volumeMounts: [{ name: 'v' }] }] } },
  ],
  ['PersistentVolumeClaim', { spec: { volumeName: 'pv', storageClassName: 's' } }, { spec: { storageClassName: 's' } }],
  ['PersistentVolume', { spec: { claimRef: { name: 'c', uid: 'u' } } }, { spec: { claimRef: { name: 'c' } } }],
  [
    'Job',
    { spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: {} } } },
    { spec: { template: { metadata: { labels: { app: 'a' } }, spec: {} } } },
  ],
  [
    'Job',
    { spec: { manualSelector: true, selector: { matchLabels: labels }, template: { metadata: { labels } } } },
    { spec: { manualSelector: true, selector: { matchLabels: labels }, template: { metadata: { labels } } } },
  ],
  ['ServiceAccount', { secrets: [{ name: 't' }] }, {}],
])('of a %s stays what its user said', (kind, has, keeps) => {
  expect(exportedObject(object(kind, has))).toEqual({
    object: { apiVersion: 'v1', kind, metadata: { name: 'a' }, ...keeps },
  });
});

test('what others refer to comes before them', () => {
  const kinds = ['Deployment', 'Service', 'Namespace', 'Thing', 'CustomResourceDefinition', 'Pod', 'Secret'];
  expect(inOrder(kinds.map((kind) => object(kind))).map(({ kind }) => kind)).toEqual([
    'CustomResourceDefinition',
    'Namespace',
    'Secret',
    'Service',
    'Thing',
    'Deployment',
    'Pod',
  ]);
});
